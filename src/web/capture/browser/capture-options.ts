// The options of a recorder in a page.
import type { CaptureOptions as SharedOptions, InitiatorOption } from '../core/options.js'

export interface CaptureOptions extends SharedOptions, InitiatorOption {
  /** Records uncaught errors, rejections that nobody handles, and what is logged with console.error and console.warn. */
  errors?: boolean | string | undefined
  /** Records what the browser itself loads: images, styles, scripts, fonts, navigations. */
  resources?: boolean | string | undefined
  /**
   * Records the dedicated workers that the page starts from `blob:` and `data:` addresses, without a line in their scripts. `all`: also
   * those from addresses of its origin, which may notice.
   */
  workers?: boolean | string | undefined
  /** Records the frames of the page that have its origin, too, without a line in their HTML: not what their first scripts request. */
  frames?: boolean | string | undefined
  /**
   * Keeps what could not be sent on the device, and sends it later, also from another page of this origin. How long, as in `30s`, `10m`,
   * `2h`, `1d`; `true`: a day. Without a session: sends nothing, and keeps what is recorded until somebody asks for it; `true`: 10 minutes.
   */
  keep?: boolean | string | undefined
}
