// Checks Kubernetes manifests strictly against the official API schemas: the generated types refuse unknown fields, as TypeScript does in
// any object literal, and the generated validators refuse invalid values.
import ts from 'typescript'

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string, labels?: Record<string, string> }
}

type Model = new (manifest: Manifest) => { validate(): void }

const OPTIONS: ts.CompilerOptions = {
  strict: true, noEmit: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, types: [], lib: ['lib.es2022.d.ts']
}
const SOURCE = 'manifest.ts'

/** Returns the errors of a manifest as sentences; empty if Kubernetes would accept it. */
export async function complaints (manifest: Manifest): Promise<string[]> {
  const source = `kubernetes-models/${manifest.apiVersion}/${manifest.kind}`
  const models = await import(source) as Record<string, Model>
  return [...unknownFields(manifest, source), ...badValues(manifest, models[manifest.kind]!)]
}

function unknownFields (manifest: Manifest, source: string): string[] {
  const host = inMemory(`import type { I${manifest.kind} } from '${source}'
    const manifest: I${manifest.kind} = ${JSON.stringify(manifest)}`)
  return ts.getPreEmitDiagnostics(ts.createProgram([SOURCE], OPTIONS, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

function badValues (manifest: Manifest, Model: Model): string[] {
  try {
    new Model(manifest).validate()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

function inMemory (text: string): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (name, language, ...rest) =>
    name === SOURCE ? ts.createSourceFile(name, text, language) : read(name, language, ...rest)
  return host
}
