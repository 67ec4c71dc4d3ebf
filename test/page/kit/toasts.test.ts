// Toasts: the messages at the bottom of the page.
import t from 'tap'
import { createToasts } from '../../../src/web/viewer/kit/toasts.js'

t.test('an info toast does not replace a problem toast; a newer toast replaces the one of its kind', async t => {
  const toasts = createToasts()
  t.teardown(() => {
    toasts.dismiss('info')
    toasts.dismiss('problem')
  })
  toasts.show('not stored', 'problem')
  toasts.show('copied')
  toasts.show('copied again')
  t.same(toasts.shown.value.map(({ text }) => text), ['not stored', 'copied again'])
  toasts.dismiss('problem')
  t.same(toasts.shown.value.map(({ text }) => text), ['copied again'])
})
