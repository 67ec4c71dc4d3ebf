import t from 'tap'
import { NoteCode, noteText } from '../../../../src/web/capture/core/notes.js'

t.test('a code has a sentence, and a text is its own', async t => {
  t.equal(noteText(NoteCode.QueueFull), 'body left out: the queue was full')
  t.equal(noteText(NoteCode.NotSent), 'not sent')
  t.equal(noteText('TypeError: Failed to fetch'), 'TypeError: Failed to fetch')
  t.equal(noteText(undefined), undefined)
})

t.test('the code of a newer script says nothing', async t => {
  t.equal(noteText(999 as NoteCode), undefined)
})
