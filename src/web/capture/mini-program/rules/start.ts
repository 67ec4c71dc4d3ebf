// Applies the rules of the session to a mini-program. The platform allows only ten requests at once, so none is spent on long
// polling: changes of the rules come with the responses to pushes, and by polling while the app is in the foreground.
import type { StartingRequest } from '../../../../rules/starting-request.js'
import { isOwn } from '../../core/own.js'
import { hostTest } from '../../core/rules/hosts.js'
import type { RulesStore } from '../../core/rules/kept.js'
import { RulesLink } from '../../core/rules/link.js'
import { quiet, type Host } from '../../core/host.js'
import { limitsOf } from '../../core/options.js'
import type { MiniOptions } from '../earshot.js'
import { isAlipay, type Ask, type NamedPlatform, type Platform } from '../platform.js'
import { RULES_KEY } from '../rules-key.js'
import type { MiniTransport } from '../transport.js'
import { MiniRulesTransport } from './transport.js'
import type { PlatformKind } from './outcome.js'
import { ruledRequest, type Ruling } from './ruled-request.js'

export interface AppliedRules {
  /** `request` of a platform, with rules. */
  request: (native: Ask, of: NamedPlatform) => Ask
  end: () => void
}

/** `below`: the platform that has the storage. */
export function applyRules (options: MiniOptions, transport: MiniTransport, below: Platform, host: Host): AppliedRules {
  const link = new RulesLink({
    host,
    transport: new MiniRulesTransport(transport),
    wallMs: () => Date.now(),
    randomFraction: () => Math.random(),
    store: storeOf(below, `${options.session} ${options.url}`)
  })
  transport.heard = header => link.heard(header)
  let isOver = false
  below.onAppHide?.(() => { link.sleep() })
  below.onAppShow?.(() => { if (!isOver) link.wake() })
  link.start()
  link.wake()
  const ruling = rulingOf(link, options)
  return {
    request: (native, of) => ruledRequest(native, kindOf(of), of.name !== 'wx' && of.name !== 'swan', ruling),
    end () {
      isOver = true
      transport.heard = undefined
      link.stop()
    }
  }
}

function rulingOf (link: RulesLink, options: MiniOptions): Ruling {
  const allows = hostTest(options.rules)
  const base = `${options.url.replace(/\/+$/, '')}/`
  const isSeen = (url: string) => !isOwn(base, url) && !quiet(() => options.ignore?.(url)) && allows(url)
  // uni calls the platform below it: the same request meets rules once.
  let isInside = false
  return {
    bodyBytes: limitsOf(options).bodyBytes,
    get isActive () { return link.hasRules && !isInside },
    pick: (asked: StartingRequest) => isSeen(asked.url) ? link.pick(withSource(asked, options.source)) : undefined,
    wait: (picked, ms, done) => link.wait(picked, ms, done),
    inside (run) {
      isInside = true
      try {
        return run()
      } finally {
        isInside = false
      }
    }
  }
}

// The body is a getter, which is called only if a rule asks for it.
function withSource (asked: StartingRequest, source: string | undefined): StartingRequest {
  return source === undefined ? asked : Object.defineProperty(asked, 'source', { value: source })
}

function kindOf ({ name, platform }: NamedPlatform): PlatformKind {
  return isAlipay(platform) ? 'my' : name === 'wx' ? 'wx' : 'other'
}

/** `owner`: the service and the session. The app may have had another session before. */
function storeOf (platform: Platform, owner: string): RulesStore {
  const read = (): unknown => {
    const kept = platform.getStorageSync?.((isAlipay(platform) ? { key: RULES_KEY } : RULES_KEY) as never)
    return isAlipay(platform) ? (kept as { data?: unknown } | undefined)?.data : kept
  }
  return {
    read () {
      const kept = read()
      const [known, text] = JSON.parse(typeof kept === 'string' && kept !== '' ? kept : '[]') as unknown[]
      return known === owner && typeof text === 'string' ? text : undefined
    },
    write (text) {
      const data = text === undefined ? '' : JSON.stringify([owner, text])
      if (isAlipay(platform)) platform.setStorageSync?.({ key: RULES_KEY, data } as never)
      else platform.setStorageSync?.(RULES_KEY as never, data as never)
    }
  }
}
