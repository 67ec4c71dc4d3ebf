// A test reporter for the animation of the README: it prints one short line for each test, and the reason of a failure.
export default async function * report (events) {
  for await (const { type, data } of events) {
    if (type === 'test:pass' && data.nesting === 0) yield `✔ ${data.name}\n`
    if (type === 'test:fail' && data.nesting === 0) yield `✖ ${data.name}\n  ${data.details.error.cause?.message ?? ''}\n`
  }
}
