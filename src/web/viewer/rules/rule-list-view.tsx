// The list of rules: their order, which are on, how often they have applied, and when they end.
import { useMemo, useRef } from 'preact/hooks'
import { fileNameOf } from '../../../saved/file-name.js'
import { RULE_LIMITS } from '../../../schema/rule-limits.js'
import { usePage } from '../context.js'
import { Icon } from '../kit/icons.js'
import { LateIcon } from '../kit/late-icons.js'
import { save } from '../kit/save.js'
import { hitsOf } from '../model/rules/hits.js'
import { appending, moving } from '../model/rules/rule-changes.js'
import { readRulesFile, rulesFile } from '../model/rules/rules-file.js'
import { rulesOf } from '../model/rules/rules-of.js'
import { act, allOff, allOn, newRule, reasonOf } from './actions.js'
import { ListNotes } from './list-notes.js'
import { RuleRow } from './rule-row.js'
import { useOrdering } from './use-ordering.js'

export function RuleListView () {
  const page = usePage()
  const { session, words: { rules: words } } = page
  const list = rulesOf(session)
  const hits = useMemo(() => hitsOf(session.entries), [session]).value
  const rules = list.rules.value
  const ordering = useOrdering(rules, (id, to) => { act(page, moving(id, to)).catch(() => {}) })
  const isReady = list.access.value.name === 'ready'
  return (
    <section class='rules' aria-label={words.title}>
      <ListNotes isUsed={hits.size > 0} />
      {isReady && <Toolbar />}
      {isReady && rules.length === 0 && <div class='rules-none'><strong>{words.empty}</strong><p>{words.emptyWhy}</p></div>}
      {rules.length > 0 && (
        <>
          <ol class={`rules-list${list.off.value ? ' off' : ''}`} aria-label={words.list} ref={ordering.list}>
            {ordering.rules.map(rule => (
              <RuleRow
                key={rule.id} rule={rule} hits={hits.get(rule.id)} isDragged={ordering.dragged === rule.id} handle={ordering.handleOf(rule)}
              />
            ))}
          </ol>
          <p class='dim'>{words.tried}</p>
        </>
      )}
      <p role='status' class='unseen'>{ordering.spoken}</p>
    </section>
  )
}

function Toolbar () {
  const page = usePage()
  const { session, view, toasts, words: { rules: words } } = page
  const list = rulesOf(session)
  const file = useRef<HTMLInputElement>(null)
  const off = list.off.value
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    try {
      const given = readRulesFile(await chosen.text())
      if (!given) return toasts.show(words.notImported(words.noRulesFile), 'problem')
      if ('count' in given) return toasts.show(words.manyInFile(given.count, RULE_LIMITS.rules), 'problem')
      await list.change(appending(given))
      toasts.show(words.imported(given.length))
    } catch (error) {
      toasts.show(words.notImported(reasonOf(error)), 'problem')
    }
  }
  const write = async () => {
    try {
      save(await rulesFile(list), fileNameOf(`${session.id}-rules`, 'json'))
    } catch (error) {
      toasts.show(words.failed(reasonOf(error)), 'problem')
    }
  }
  return (
    <div class='rules-toolbar'>
      <button type='button' class='button primary' onClick={() => { view.rules.value = { ...newRule(), isWithin: true } }}>
        {words.new}
      </button>
      {list.rules.value.length > 0 && (
        <label class='rules-switch'>
          <input
            type='checkbox' role='switch' checked={!off}
            onChange={() => { (off ? allOn(page) : allOff(page)).catch(() => {}) }}
          />
          {off ? words.allOff : words.allOn}
        </label>
      )}
      <span class='rules-files'>
        <button type='button' class='button' onClick={() => file.current?.click()}><LateIcon name='import' />{words.import}</button>
        {list.rules.value.length > 0 && (
          <button type='button' class='button' onClick={() => { write().catch(() => {}) }}><Icon name='export' />{words.export}</button>
        )}
      </span>
      <input
        ref={file} type='file' accept='.json,application/json' hidden aria-label={words.importFile}
        onChange={event => {
          take(event.currentTarget.files?.[0]).catch(() => {})
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
