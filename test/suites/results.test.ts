// The results that are read from the output of a suite, and how they are compared.
import t from 'tap'
import { differences, resultsOf } from './results.js'

const MOCHA = 'ok 1 agent may be null\nsome output of the app\nnot ok 2 aborts # SKIP later\n'
const NESTED = '# Subtest: whole\n    ok 1 - part # time=3ms\n    not ok 2 - part\n    1..2\nok 1 - whole # time=5.1ms\n'

t.test('reads TAP of several runners', async t => {
  t.strictSame([...resultsOf(MOCHA)], [['agent may be null', 'ok'], ['aborts', 'not ok']])
  t.strictSame([...resultsOf(NESTED)], [['    part', 'not ok, ok'], ['whole', 'ok']])
})

t.test('ports, times and other long numbers in names do not count', async t => {
  t.strictSame([...resultsOf('ok 1 - asks http://localhost:43211/a\n').keys()], [...resultsOf('ok 3 - asks http://localhost:5123/a\n').keys()])
})

t.test('a result differs if no run without the recorder has it', async t => {
  const runs = [resultsOf('ok 1 - a\nok 2 - b\n'), resultsOf('not ok 1 - a\nok 2 - b\n')]
  t.equal(differences(resultsOf('not ok 1 - a\nok 2 - b\n'), runs).size, 0)
  t.strictSame([...differences(resultsOf('ok 1 - a\nnot ok 2 - b\n'), runs)], [['b', 'not ok instead of ok']])
  t.strictSame([...differences(resultsOf('ok 1 - a\n'), runs)], [['b', 'missing instead of ok']])
})
