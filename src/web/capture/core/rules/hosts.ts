// The hosts for which an app opts in to rules.

/** `rules`: the option of that name. */
export function hostTest (rules: boolean | string | string[] | undefined): (url: string) => boolean {
  if (rules === true) return () => true
  const hosts = (typeof rules === 'string' ? rules.split(/[\s,]+/) : rules || []).map(host => host.toLowerCase()).filter(Boolean)
  return url => {
    const [, host = '', name = ''] = HOST.exec(url.toLowerCase()) ?? []
    return hosts.some(allowed => allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : allowed === host || allowed === name)
  }
}

/** The host with its port, and without. */
const HOST = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?((\[[^\]]*\]|[^/?#:]*)(?::\d*)?)/
