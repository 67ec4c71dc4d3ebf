// The snippets of the start page contain the option for rules only if the person lets viewers apply rules to the app.
import t from 'tap'
import { bookmarklet, MINI_PROGRAM_FILE, MINI_PROGRAM_RULES_FILE, miniProgramLines, nodeCommand, scriptLine } from
  '../../../src/web/viewer/start/snippets.js'

const TARGET = { url: 'http://127.0.0.1:3000', session: 'a-session-0001' }

t.test('if the app opts in, each way asks for rules; otherwise, none does', async t => {
  const asked = { ...TARGET, rules: true }
  t.match(scriptLine(asked), / data-rules crossorigin>/)
  t.notMatch(scriptLine(TARGET), /rules/)
  t.match(decodeURIComponent(bookmarklet(asked)), /"rules":true/)
  t.notMatch(decodeURIComponent(bookmarklet(TARGET)), /"rules"/)
  t.match(nodeCommand(asked), /^EARSHOT_RULES=on EARSHOT_URL=/)
  t.notMatch(nodeCommand(TARGET), /RULES/)
  t.match(miniProgramLines(asked), new RegExp(`'./${MINI_PROGRAM_RULES_FILE}'.*rules: true`, 's'))
  t.match(miniProgramLines(TARGET), `./${MINI_PROGRAM_FILE}`)
})
