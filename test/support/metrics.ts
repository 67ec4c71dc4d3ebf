// Reads /metrics according to the text format of Prometheus.
export interface Exposition {
  /** Name -> counter, gauge or histogram. */
  types: Map<string, string>
  /** By name and labels, as they stand in the text. */
  samples: Record<string, number>
}

const COMMENT = /^# (HELP|TYPE) ([a-z0-9_]+) (\S.*)$/
const SAMPLE = /^([a-z0-9_]+)(\{[a-z_]+="(?:[^"\\\n]|\\.)*"(?:,[a-z_]+="(?:[^"\\\n]|\\.)*")*\})? (-?[\d.]+(?:e[+-]?\d+)?|\+Inf|NaN)$/i

/** Rejects where a line is none of the format's, or a sample is of another metric than the one described before it. */
export async function scrape ({ url }: { url: string }): Promise<Exposition> {
  const reply = await fetch(`${url}/metrics`)
  if (reply.headers.get('content-type') !== 'text/plain; version=0.0.4; charset=utf-8') throw new Error('It is no exposition')
  const types = new Map<string, string>()
  const samples: Exposition['samples'] = {}
  let described = ''
  for (const line of (await reply.text()).split('\n').filter(Boolean)) {
    const [, kind, about, text] = COMMENT.exec(line) ?? []
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
    if (about) described = about
    if (about && kind === 'TYPE') types.set(about, text!)
    else if (name && familyOf(name, types) === described) samples[name + labels] = Number(value!.replace('+Inf', 'Infinity'))
    else if (!about) throw new Error(`It is not valid: ${line}`)
  }
  return { types, samples }
}

/** The metric that a sample is of: those of a histogram have names of their own. */
export function familyOf (sample: string, types: Map<string, string>): string {
  const histogram = sample.replace(/_(bucket|sum|count)$/, '')
  return types.get(histogram) === 'histogram' ? histogram : sample
}
