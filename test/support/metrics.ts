// Reads /metrics according to the text format of Prometheus.
export interface Exposition {
  /** The type of each metric: counter, gauge or histogram. */
  types: Map<string, string>
  /** The values by name and labels, as written in the text. */
  samples: Record<string, number>
}

const COMMENT = /^# (HELP|TYPE) ([a-z0-9_]+) (\S.*)$/
const SAMPLE = /^([a-z0-9_]+)(\{[a-z_]+="(?:[^"\\\n]|\\.)*"(?:,[a-z_]+="(?:[^"\\\n]|\\.)*")*\})? (-?[\d.]+(?:e[+-]?\d+)?|\+Inf|NaN)$/i

/** Rejects if a line is invalid, or if a sample does not belong to the metric described before it. */
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

/** Returns the metric of a sample; the samples of a histogram have suffixes. */
export function familyOf (sample: string, types: Map<string, string>): string {
  const histogram = sample.replace(/_(bucket|sum|count)$/, '')
  return types.get(histogram) === 'histogram' ? histogram : sample
}
