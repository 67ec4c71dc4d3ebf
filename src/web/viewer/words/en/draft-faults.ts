// The English words for mistakes in the form of a rule.
import type { DraftFault } from '../../model/rules/read-draft.js'

export const faults: Record<DraftFault['what'], string> = {
  match: 'A rule cannot use this filter.',
  status: 'A status is a number from 200 to 599.',
  redirect: 'A rule cannot answer with a redirect. Enter the response that the app would get after it.',
  reset: 'A rule cannot answer with 205. Use 204 or 200.',
  bodiless: 'With this status, a response has no body: empty the body, or choose another status.',
  latin: 'The reason phrase may contain only Latin-1 characters, up to ÿ: browsers refuse others.',
  line: 'This is not a header: enter “Name: value” on each line.',
  value: 'The value of a header may contain only Latin-1 characters, up to ÿ: browsers refuse others.',
  large: 'The body is too large: shorten it to 64 KiB at most.',
  wait: 'Enter milliseconds such as 800, seconds such as 1.5 s, or a range such as 200-1500; up to 10 minutes.',
  origin: 'Enter an origin such as https://staging.example.com, without a path.',
  path: 'Fill in both paths. Each must begin with a slash.',
  names: 'Enter header names, separated by commas.',
  json: 'This is not valid JSON.',
  operations: 'Enter a JSON array of operations, each with op and path.',
  nothing: 'Nothing is changed yet: fill in a field of the request or of the response.',
  times: 'Enter a whole number, 1 or more.',
  chance: 'Enter a number above 0, at most 100.'
}
