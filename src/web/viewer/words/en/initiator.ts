// The English words of initiator/.
export const initiator = {
  title: 'Initiator',
  nameless: '(anonymous)',
  library: 'library',
  built: 'built into',
  copy: 'Copy the call stack',
  resolve: 'Resolve with source maps',
  from: (hosts: string) => `This browser then loads the scripts and their source maps, without cookies, from ${hosts}.`,
  loading: (file: string) => `Reading ${file} and its source map…`,
  faults: 'What could not be resolved',
  status: (file: string, status: number) => `${file} was not loaded: the server answered ${status}.`,
  otherHost: (file: string, host: string) => `The source map ${file} is on another host: ${host}.`,
  allow: (host: string) => `Load it from ${host}`,
  fault: {
    unreachable: (file: string) =>
      `${file} was not loaded: the server did not answer, or it does not allow other origins to read the file ` +
      '(Access-Control-Allow-Origin: *).',
    mixed: (file: string) => `${file} was not loaded: this page uses https, but the file uses http, so the browser blocks it.`,
    slow: (file: string) => `${file} did not arrive within 30 seconds.`,
    large: (file: string) => `${file} is larger than 20 MiB.`,
    'no-map': (file: string) => `${file} names no source map.`,
    'odd-address': (file: string) => `${file} names a source map at an address that a browser cannot load.`,
    broken: (file: string) => `${file} contains no valid source map.`,
    dense: (file: string) => `The source map of ${file} has more than four million lines and mappings, which is too much to read.`,
    stuck: (file: string) => `Reading the source map of ${file} took more than 20 seconds.`,
    nothing: (file: string) => `${file} has no mapping for these lines. It may belong to another version of the script.`
  }
}
