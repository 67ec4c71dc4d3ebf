// The manifests in deploy/kubernetes: valid for Kubernetes, consistent with one another, and with the service.
import t from 'tap'
import { readdirSync, readFileSync } from 'node:fs'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap'
import type { IService } from 'kubernetes-models/v1/Service'
import { parse } from 'yaml'
import { readConfig } from '../../src/config.js'
import { SETTINGS } from '../../src/settings/settings.js'
import { complaints, type Manifest } from '../support/manifests.js'
import { matchEach } from '../support/match-each.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const FOLDER = new URL('../../deploy/kubernetes/', import.meta.url)
const GUIDE = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
/** The maximum duration of closing, from docs/reliability.md. */
const CLOSING_SECONDS = 10
const MIB = 1024 ** 2
/** The maximum that the service allows for multipart around a file. */
const AROUND_UPLOAD_BYTES = 2 * MIB
const INSIDE_ONLY = ['/healthz', '/readyz', '/metrics']

const kustomization = read('kustomization.yaml') as { resources: string[], images: { name: string }[] }
const manifests = kustomization.resources.map(file => read(file) as Manifest)
const deployment = the<IDeployment>('Deployment')
const pod = deployment.spec!.template
const container = pod.spec!.containers[0]!
const settings = the<IConfigMap>('ConfigMap').data!

t.test('every manifest is valid for Kubernetes', async t => {
  for (const manifest of manifests) t.same(await complaints(manifest), [], manifest.kind)
})

t.test('the check refuses a misspelt field, a value of the wrong type or format, and a missing field', async t => {
  const spoilt = (spoil: (copy: IDeployment) => void) => {
    const copy = structuredClone(deployment)
    spoil(copy)
    return complaints(copy as Manifest)
  }
  const firstOf = (copy: IDeployment) => copy.spec!.template.spec!.containers[0]!
  matchEach(t, await spoilt(copy => Object.assign(copy.spec!, { replicaz: 3 })), [/replicaz.* does not exist/])
  matchEach(t, await spoilt(copy => Object.assign(firstOf(copy), { readinesProbe: {} })), [/readinesProbe.* does not exist/])
  matchEach(t, await spoilt(copy => Object.assign(copy.spec!, { minReadySeconds: '5' })), [/'string' is not assignable/, /must be integer/])
  matchEach(t, await spoilt(copy => Object.assign(firstOf(copy).resources!, { limits: { memory: '5 MB' } })), [/quantity/])
  matchEach(t, await spoilt(copy => Reflect.deleteProperty(copy.spec!, 'selector')),
    [/selector.* is missing/, /required property selector/])
})

t.test('the kustomization lists every file of the folder, and the image of the Deployment', async t => {
  const files = readdirSync(FOLDER).filter(file => file !== 'kustomization.yaml')
  t.same([...kustomization.resources].sort(), files.sort())
  t.same(Object.keys(kustomization), ['apiVersion', 'kind', 'resources', 'images'])
  t.equal(kustomization.images[0]!.name, container.image!.split(':')[0])
})

t.test('every selector matches the pods, and every reference has a target', async t => {
  const ingress = the<IIngress>('Ingress').spec!
  const autoscaler = the<IHorizontalPodAutoscaler>('HorizontalPodAutoscaler').spec!
  const service = the<IService>('Service')
  const selectors = [
    deployment.spec!.selector.matchLabels, service.spec!.selector,
    the<IPodDisruptionBudget>('PodDisruptionBudget').spec!.selector!.matchLabels,
    the<INetworkPolicy>('NetworkPolicy').spec!.podSelector.matchLabels,
    ...pod.spec!.topologySpreadConstraints!.map(constraint => constraint.labelSelector!.matchLabels)
  ]
  for (const selector of selectors) t.same(selector, pod.metadata!.labels)
  t.same(autoscaler.scaleTargetRef, { apiVersion: deployment.apiVersion, kind: deployment.kind, name: deployment.metadata!.name })
  for (const { backend } of ingress.rules![0]!.http!.paths) {
    t.same(backend.service, { name: service.metadata!.name, port: { name: service.spec!.ports![0]!.name } })
  }
  t.same(ingress.tls![0]!.hosts, [ingress.rules![0]!.host])
  const port = container.ports![0]!
  t.equal(service.spec!.ports![0]!.targetPort, port.name)
  t.equal(the<INetworkPolicy>('NetworkPolicy').spec!.ingress![0]!.ports![0]!.port, port.name)
  t.equal(settings.PORT, String(port.containerPort))
})

t.test('the ConfigMap, and the Secret of the guide, contain valid settings', async t => {
  const [, secret] = /kubectl create secret generic (\S+)/.exec(GUIDE)!
  const secrets = Object.fromEntries([...GUIDE.matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, name]) => [name!, `redis://${name}`]))
  t.same(Object.keys(secrets), ['REDIS_URL', 'PUSH_TOKENS', 'VIEW_TOKENS'])
  t.same(container.envFrom, [{ configMapRef: { name: the<IConfigMap>('ConfigMap').metadata!.name } }, { secretRef: { name: secret } }])
  const names = Object.values(SETTINGS).map(({ name }) => name)
  for (const name of [...Object.keys(settings), ...Object.keys(secrets)]) t.ok(names.includes(name), `${name} is a setting`)
  t.doesNotThrow(() => readConfig({ ...settings, REDIS_URL: secrets.REDIS_URL, PUSH_TOKENS: 'push', VIEW_TOKENS: 'view' }))
})

t.test('limits that depend on each other are consistent', async t => {
  const { drainDelayMs, bodyLimitBytes, uploadLimitBytes } = readConfig({ ...settings })
  t.ok(pod.spec!.terminationGracePeriodSeconds! > drainDelayMs / 1000 + CLOSING_SECONDS, 'the grace period is long enough for a clean exit')
  const probe = container.readinessProbe!
  t.ok(drainDelayMs / 1000 >= probe.periodSeconds! * 2, 'readiness is checked twice while a replica drains')
  const [, proxied] = /^(\d+)m$/.exec(the<IIngress>('Ingress').metadata!.annotations!['nginx.ingress.kubernetes.io/proxy-body-size']!)!
  t.ok(Number(proxied) * MIB >= Math.max(bodyLimitBytes, uploadLimitBytes + AROUND_UPLOAD_BYTES),
    'nginx accepts the largest body that the service accepts')
})

t.test('probes use existing routes, and the ingress exposes exactly the API', async t => {
  const { app } = await startReplica(t, await startRedis(t))
  for (const probe of [container.startupProbe!, container.livenessProbe!, container.readinessProbe!]) {
    t.ok(app.hasRoute({ method: 'GET', url: probe.httpGet!.path! }), probe.httpGet!.path!)
    t.equal(probe.httpGet!.port, container.ports![0]!.name)
  }
  // Other routes are printed nested below `/`.
  const printed = app.printRoutes({ commonPrefix: false }).matchAll(/^│ {3}[├└]── (\S+) \(/gm)
  const routes = ['/', ...[...printed].map(([, route]) => `/${route}`)]
  t.ok(routes.length > 16, 'finds routes to check')
  for (const route of routes) t.equal(isLetIn(route), !INSIDE_ONLY.includes(route), route)
})

t.test('the configuration for Prometheus in the guide selects these pods, and the metric of the autoscaler', async t => {
  const [adapter, monitor] = [...GUIDE.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => parse(text!) as Record<string, unknown>)
  const asked = the<IHorizontalPodAutoscaler>('HorizontalPodAutoscaler').spec!.metrics!.find(({ type }) => type === 'Pods')!
  matchEach(t, adapter!.rules, [{ seriesQuery: /^earshot_viewers\{/, name: { as: asked.pods!.metric.name } }])
  const { kind, spec } = monitor as { kind: string, spec: { selector: object, podMetricsEndpoints: unknown } }
  t.equal(kind, 'PodMonitor')
  t.same(spec.selector, { matchLabels: pod.metadata!.labels })
  t.same(spec.podMetricsEndpoints, [{ port: container.ports![0]!.name, path: '/metrics' }])
})

t.test('pods run with the fewest privileges', async t => {
  t.match(pod.spec,
    { automountServiceAccountToken: false, securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } } })
  t.same(container.securityContext, { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })
})

function isLetIn (route: string): boolean {
  return the<IIngress>('Ingress').spec!.rules![0]!.http!.paths
    .some(({ path, pathType }) => route === path || (pathType === 'Prefix' && route.startsWith(`${path}/`)))
}

function the<Kind> (kind: string): Kind {
  const found = manifests.filter(manifest => manifest.kind === kind)
  if (found.length !== 1) throw new Error(`There are ${found.length} manifests of kind ${kind}`)
  return found[0] as Kind
}

function read (file: string): unknown {
  return parse(readFileSync(new URL(file, FOLDER), 'utf8'))
}
