// The ways to connect an app, each in three steps.
import { usePage } from '../context.js'
import { Phone } from './phone.js'
import { CopyButton, Snippet } from './snippet.js'
import {
  bookmarklet, curlLines, MINI_PROGRAM_FILE, MINI_PROGRAM_RULES_FILE, miniProgramLines, nodeCommand, proxyLine, recorderLine, scriptLine,
  testCommand, TEST_LINE, type SnippetTarget
} from './snippets.js'
import { Instead, Steps } from './steps.js'

export const WAYS = ['page', 'phone', 'miniProgram', 'node', 'other', 'tests'] as const
export type WayName = typeof WAYS[number]

export function isWay (value: unknown): value is WayName {
  return WAYS.some(name => name === value)
}

export function Way ({ name, target }: { name: WayName, target: SnippetTarget }) {
  switch (name) {
    case 'page': return <WebPage target={target} />
    case 'phone': return <Phone target={target} />
    case 'miniProgram': return <MiniProgram target={target} />
    case 'node': return <Node target={target} />
    case 'other': return <Other target={target} />
    case 'tests': return <Tests target={target} />
  }
}

function WebPage ({ target }: { target: SnippetTarget }) {
  const { toasts, words: { start: words } } = usePage()
  const link = bookmarklet(target)
  return (
    <Steps titles={words.ways.page.steps}>
      <>
        <Snippet name={words.script} text={scriptLine(target)} />
        <Instead title={words.bookmark}>
          <p>{words.bookmarkWhy}</p>
          <div class='snippet-row'>
            <a
              class='bookmark' href={link} draggable
              onClick={event => {
                // The page's policy would block it here; the bookmarklet is for other pages.
                event.preventDefault()
                toasts.show(words.bookmarkDrag)
              }}
            >
              {words.bookmarkName(target.session)}
            </a>
            <CopyButton text={link} />
          </div>
        </Instead>
      </>
      <p>{words.scriptWhy}</p>
      {undefined}
    </Steps>
  )
}

function MiniProgram ({ target }: { target: SnippetTarget }) {
  const { session, words: { start: words } } = usePage()
  const file = target.rules ? MINI_PROGRAM_RULES_FILE : MINI_PROGRAM_FILE
  return (
    <Steps titles={words.ways.miniProgram.steps}>
      <p><a class='button framed' href={`${session.url}/${file}`} download={file}>{file}</a></p>
      <Snippet name={words.lines} text={miniProgramLines(target)} />
      <Snippet name={words.host} text={new URL(target.url).origin}>{words.hostWhy}</Snippet>
    </Steps>
  )
}

function Node ({ target }: { target: SnippetTarget }) {
  const { words: { start: words } } = usePage()
  return (
    <Steps titles={words.ways.node.steps}>
      <Snippet name={words.download} text={recorderLine(target)} />
      <Snippet name={words.command} text={nodeCommand(target)} />
      <p>{words.nodeWhy}</p>
    </Steps>
  )
}

const PROXY = 'http://127.0.0.1:4000'

function Other ({ target }: { target: SnippetTarget }) {
  const { words: { start: words } } = usePage()
  return (
    <Steps titles={words.ways.other.steps}>
      <Snippet name={words.command} text={proxyLine(target)}>{words.proxyWhy}</Snippet>
      <Snippet name={words.baseUrl} text={PROXY} />
      <Instead title={words.curl}><Snippet name={words.curl} text={curlLines(target)}>{words.curlWhy}</Snippet></Instead>
    </Steps>
  )
}

function Tests ({ target }: { target: SnippetTarget }) {
  const { words: { start: words } } = usePage()
  return (
    <Steps titles={words.ways.tests.steps}>
      <Snippet name={words.lines} text={TEST_LINE}>{words.testsWhy}</Snippet>
      <Snippet name={words.command} text={testCommand(target)} />
      <p>{words.testsSession}</p>
    </Steps>
  )
}
