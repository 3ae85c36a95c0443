import { createHmac } from 'node:crypto'
import { startAlcove } from '../e2e/alcove-server.ts'
import { startHostSite } from '../e2e/host-site.ts'
import { ensureChromium } from '../scripts/find-chromium.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'

const HOST_SECRET = 'a secret of the host page, for benchmarks only'
const TOKEN_LIFE_S = 3_600

/** Everything that a benchmark in a browser measures: Alcove, a host page, and the floors. */
export interface BenchWorld {
  readonly chromium: string
  readonly tokens: TokenServer
  /** Alcove's own address. */
  readonly origin: string
  /** On the machine's other name: another site, so the frame has a process of its own. */
  readonly hostPage: string
  /** A host page whose visitor is signed in. */
  pageOf(user: string): string
  tokenOf(user: string): string
  stop(): Promise<void>
}

export async function startBenchWorld(): Promise<BenchWorld> {
  const tokens = await startTokenServer()
  const alcove = await startAlcove({
    env: {
      ALCOVE_MODEL: 'openai-compatible/bench',
      OPENAI_BASE_URL: `http://127.0.0.1:${tokens.port}/v1`,
      ALCOVE_HOST_SECRET: HOST_SECRET,
    },
  })
  const origin = `http://localhost:${alcove.port}`
  const site = await startHostSite(origin)
  const address = `http://127.0.0.1:${site.port}`

  return {
    chromium: ensureChromium(),
    tokens,
    origin,
    hostPage: `${address}/bare.html`,
    pageOf(user) {
      const path = `/user-${user}.html`
      site.add(path, { html: signedInPage(createToken(user)) })
      return address + path
    },
    tokenOf: createToken,
    async stop() {
      await site.stop()
      await alcove.stop()
      await tokens.stop()
    },
  }
}

const signedInPage = (token: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Bench</title>
<main><h1>Host page</h1></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default" data-auth="token"></script>
<script>Alcove('identify',{getToken:function(){return '${token}'}})</script>
</html>`

function createToken(subject: string): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1_000)
  const claims = { sub: subject, iat: now, exp: now + TOKEN_LIFE_S }
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${body}.${createHmac('sha256', HOST_SECRET).update(body).digest('base64url')}`
}
