// Software that pages load beside the recorder. It replaces the same functions of the browser as the recorder, or builds on them.

export interface PagePlace {
  name: string
  /** A module, bundled with its packages. It calls `ready(more)`, where `more` is what the page does besides. */
  source: string
  /** It must be loaded after the recorder. */
  isAfter?: boolean
}

const OTEL = `
  import { WebTracerProvider } from '@opentelemetry/sdk-trace-web'
  import { registerInstrumentations } from '@opentelemetry/instrumentation'
  import { FetchInstrumentation } from '@opentelemetry/instrumentation-fetch'
  import { XMLHttpRequestInstrumentation } from '@opentelemetry/instrumentation-xml-http-request'
  new WebTracerProvider().register()
  registerInstrumentations({ instrumentations: [new FetchInstrumentation(), new XMLHttpRequestInstrumentation()] })`

export const PAGE_PLACES: PagePlace[] = [
  { name: 'a page with nothing else', source: 'ready()' },
  {
    name: "Sentry's SDK in a page",
    source: `
      import * as Sentry from '@sentry/browser'
      Sentry.init({
        dsn: 'https://a@127.0.0.1:1/1', tracesSampleRate: 1, tracePropagationTargets: [/./], integrations: [Sentry.browserTracingIntegration()],
        transport: () => ({ send: async () => ({}), flush: async () => true })
      })
      ready()`
  },
  {
    name: "Datadog's SDK in a page",
    source: `
      import { datadogRum } from '@datadog/browser-rum'
      datadogRum.init({
        applicationId: 'a', clientToken: 'b', service: 'c', sessionSampleRate: 100, trackResources: true, proxy: location.origin + '/datadog',
        allowedTracingUrls: [location.origin + '/api/'], traceSampleRate: 100
      })
      ready()`
  },
  { name: 'OpenTelemetry in a page', source: `${OTEL}\nready()` },
  {
    name: 'zone.js in a page',
    source: `
      import 'zone.js'
      ready(() => Zone.current.fork({ name: 'own' }).run(async () => [
        await fetch('/api/zone').then(() => Zone.current.name),
        await new Promise(resolve => {
          const xhr = new XMLHttpRequest()
          xhr.open('GET', '/api/zone')
          xhr.onload = () => resolve(Zone.current.name)
          xhr.send()
        })
      ]))`
  },
  {
    name: 'msw in a page',
    source: `
      import { http, HttpResponse } from 'msw'
      import { setupWorker } from 'msw/browser'
      const worker = setupWorker(http.all('/api/mocked', () => HttpResponse.json({ mocked: true })))
      worker.start({ quiet: true, onUnhandledRequest: 'bypass' }).then(() => ready(async () => (await fetch('/api/mocked')).json()))`
  },
  {
    name: 'fake timers of sinon in a page',
    isAfter: true,
    source: `
      import { useFakeTimers } from 'sinon'
      const clock = useFakeTimers()
      ready(async () => [await (await fetch('/api/timers')).json(), clock.countTimers(), Date.now(), performance.now(), clock.next()])`
  },
  {
    name: 'SES lockdown in a page',
    source: `
      import 'ses'
      lockdown({ errorTaming: 'unsafe', consoleTaming: 'unsafe', overrideTaming: 'severe' })
      ready(() => [Object.isFrozen(Function.prototype), Object.isFrozen(Promise)])`
  }
]
