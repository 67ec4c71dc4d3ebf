// Reads the browser and the device from a User-Agent header, with the names that people use for them. The order of both tables matters:
// almost every browser also claims to be Chrome or Safari.

const BROWSERS = [
  ['WeChat', /MicroMessenger/], ['Alipay', /AlipayClient/], ['DingTalk', /DingTalk/], ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPT\//], ['Samsung Internet', /SamsungBrowser/], ['Firefox', /Firefox\/|FxiOS/],
  ['web view', /; wv\)|(?:iPhone|iPad|iPod)(?!.*(?:Safari|CriOS))/], ['Chrome', /Chrom(?:e|ium)\/|CriOS/], ['Safari', /Version\/.*Safari\//]
] as const
const DEVICES = [
  ['iPhone', /iPhone|iPod/], ['iPad', /iPad/], ['Android', /Android/], ['HarmonyOS', /HarmonyOS|OpenHarmony/], ['Windows', /Windows/],
  ['ChromeOS', /\bCrOS\b/], ['Mac', /Macintosh/], ['Linux', /Linux|X11/]
] as const

export type Browser = typeof BROWSERS[number][0]
export type Device = typeof DEVICES[number][0]

/** No real header is longer. */
const MAX_LENGTH = 500

/** Without the browser, or the device, if the tables do not have it. */
export function readUserAgent (header: string): { browser?: Browser, device?: Device } {
  const text = header.slice(0, MAX_LENGTH)
  const [browser] = BROWSERS.find(([, sign]) => sign.test(text)) ?? []
  const [device] = DEVICES.find(([, sign]) => sign.test(text)) ?? []
  return { ...browser && { browser }, ...device && { device } }
}
