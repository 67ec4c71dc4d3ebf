// Builds the image of the Dockerfile as far as possible without a container engine: each stage in its own folder. The commands of a stage
// are run, except `npm ci`, which is replaced by the modules of this checkout.
import { DockerfileParser, ModifiableInstruction, type Instruction } from 'dockerfile-ast'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, stat, symlink } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { placeProductionModules } from '../modules.js'
import { copyContext } from './context.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

export interface Stage {
  base: string
  /** The root folder of the stage, without the files of its base. */
  root: string
  workdir: string
  env: Record<string, string>
  user: string
  ports: string[]
  command: string[]
  healthcheck: string[]
}

interface Build {
  context: string
  stages: Map<string, Stage>
}

/** Returns the last stage. Rejects where the engine would fail, with the output of the failed command. */
export async function buildImage (folder: string): Promise<Stage> {
  const build: Build = { context: join(folder, 'context'), stages: new Map() }
  await copyContext(build.context)
  let stage: Stage | undefined
  for (const instruction of DockerfileParser.parse(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).getInstructions()) {
    if (instruction.getKeyword() !== 'FROM') { await follow(instruction, stage!, build); continue }
    const [base = '', , name = 'image'] = wordsOf(instruction)
    stage = { base, root: join(folder, name), workdir: '/', env: {}, user: 'root', ports: [], command: [], healthcheck: [] }
    build.stages.set(name, stage)
  }
  return stage!
}

async function follow (instruction: Instruction, stage: Stage, build: Build): Promise<void> {
  const words = wordsOf(instruction)
  const text = instruction.getArgumentsContent() ?? ''
  switch (instruction.getKeyword()) {
    case 'WORKDIR': stage.workdir = resolve(stage.workdir, words[0]!); await mkdir(placeOf(stage), { recursive: true }); break
    case 'COPY': await copy(instruction, stage, build); break
    case 'RUN': await execute(text, stage); break
    case 'ENV': Object.assign(stage.env, Object.fromEntries(words.map(word => word.split('=')))); break
    case 'USER': stage.user = text; break
    case 'EXPOSE': stage.ports.push(...words); break
    // Without a shell, which would not pass on signals.
    case 'CMD': stage.command = JSON.parse(text) as string[]; break
    case 'HEALTHCHECK': stage.healthcheck = JSON.parse(text.replace(/^CMD/, '')) as string[]; break
    case 'LABEL': break
    default: throw new Error(`The Dockerfile has what this test does not know: ${instruction.toString()}`)
  }
}

async function copy (instruction: Instruction, stage: Stage, { context, stages }: Build): Promise<void> {
  const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : []
  const odd = flags.find(flag => flag.getName() !== 'from')
  if (odd) throw new Error(`COPY has what this test does not know: ${odd.toString()}`)
  const from = flags.length > 0 ? stages.get(flags[0]!.getValue()!)!.root : context
  const words = wordsOf(instruction)
  const target = words.pop()!
  for (const word of words) {
    const source = join(from, word)
    // For a folder, copies its contents, not the folder.
    const name = target.endsWith('/') && (await stat(source)).isFile() ? basename(source) : ''
    await cp(source, join(placeOf(stage, target), name), { recursive: true })
  }
}

const NPM_CI = /^npm ci\b(?<options>(?: --[\w=-]+)*)(?: +&& +)?/

async function execute (command: string, stage: Stage): Promise<void> {
  const cwd = placeOf(stage)
  const { options } = NPM_CI.exec(command)?.groups ?? {}
  // If the packages for the build are missing, only those of the service are installed.
  if (options?.includes('--omit=dev') && !existsSync(join(cwd, 'scripts/build/package.json'))) placeProductionModules(cwd)
  else if (options !== undefined) await symlink(join(ROOT, 'node_modules'), join(cwd, 'node_modules'))
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...stage.env }
  await run('sh', ['-c', `umask 022; ${command.replace(NPM_CI, '')}`], { cwd, env, maxBuffer: 2 ** 24 })
}

function wordsOf (instruction: Instruction): string[] {
  return instruction.getArguments().map(argument => argument.getValue())
}

function placeOf ({ root, workdir }: Stage, path = '.'): string {
  return join(root, resolve(workdir, path))
}
