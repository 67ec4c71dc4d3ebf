// The state of a rule that is being edited. Nothing that was written is lost: a form that is closed without saving can be opened again from
// a message.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { GivenRule, Rule } from '../../../schema/rule.js'
import { usePage } from '../context.js'
import { draftOf, type RuleDraft } from '../model/rules/draft.js'
import type { RuleOpen } from '../model/rules/open.js'
import { actionOf, faultsIn, ruleOf, type DraftFault } from '../model/rules/read-draft.js'
import { editing, lastingFrom, Overtaken } from '../model/rules/rule-changes.js'
import { rulesOf } from '../model/rules/rules-of.js'
import { failureOf, namedAfter, saveNew } from './actions.js'

export interface Editing {
  draft: RuleDraft
  change: (part: Partial<RuleDraft>) => void
  /** The rule as it was stored when the edit began; undefined for a new one. */
  base: Rule | undefined
  /** Empty until the person tries to save. */
  faults: readonly DraftFault[]
  /** Why it was not saved, as a sentence. */
  problem: string | undefined
  isBusy: boolean
  /** The draft as a rule; the stored rule while the draft has faults. */
  rule: GivenRule
  /** `replaced`: the stored rule that it replaces; undefined: it is new. */
  save: (replaced: Rule | undefined) => void
  /** Drops the edit, and continues with the rule as it is stored. */
  take: (rule: Rule) => void
}

export function useEditing (open: RuleOpen): Editing {
  const page = usePage()
  const { session, view, toasts, words: { rules: words } } = page
  const begun = useMemo(() => draftOf(open.rule, open.base ? namedAfter(open.rule, words) : open.rule.name, open.bytes), [open.rule])
  const [draft, setDraft] = useState(open.draft ?? begun)
  const [base, setBase] = useState(open.base)
  const [faults, setFaults] = useState<readonly DraftFault[]>([])
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const keep = useKeeping(open, begun, draft, base)
  const found = useMemo(() => faultsIn(draft), [draft])
  const rule = found.length > 0 ? open.rule : ruleOf(draft, namedAfter({ match: draft.match, action: actionOf(draft) }, words))
  const store = async (replaced: Rule | undefined) => {
    setBase(replaced)
    setFaults(found)
    if (found.length > 0 || isBusy) return
    setBusy(true)
    try {
      const lasting = lastingFrom(rule, rulesOf(session).nowMs())
      if (replaced) await rulesOf(session).change(editing(replaced, lasting))
      else await saveNew(page, lasting)
      if (replaced) toasts.show(words.saved(rule.name))
      keep.current = false
      view.rules.value = open.isWithin ? { at: 'list' } : undefined
    } catch (error) {
      setBusy(false)
      // The form shows what the others have changed.
      if (!(error instanceof Overtaken)) setProblem(failureOf(error))
    }
  }
  return {
    draft,
    base,
    faults,
    problem,
    isBusy,
    rule,
    change: part => {
      setDraft(draft => ({ ...draft, ...part }))
      setFaults([])
      setProblem(undefined)
    },
    save: replaced => { store(replaced).catch(() => {}) },
    take: rule => {
      setBase(rule)
      setDraft(draftOf(rule, namedAfter(rule, words)))
    }
  }
}

// Offers to continue if the form is closed without saving. Set the result to false after it was saved.
function useKeeping (open: RuleOpen, begun: RuleDraft, draft: RuleDraft, base: Rule | undefined): { current: boolean } {
  const { view, toasts, words: { rules: words } } = usePage()
  const isKept = useRef(true)
  const latest = useRef({ draft, base })
  latest.current = { draft, base }
  useEffect(() => () => {
    if (!isKept.current || latest.current.draft === begun) return
    toasts.show(words.notSaved, 'info', {
      name: words.editAgain,
      onClick: () => {
        toasts.dismiss('info')
        view.rules.value = { ...open, ...latest.current }
      }
    })
  }, [])
  return isKept
}
