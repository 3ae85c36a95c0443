import { createHmac } from 'node:crypto'

const LIFE_S = 3_600

/**
 * Acts as the host's server: signs the visitor's identity with the shared secret.
 *
 * @param aheadS seconds by which that server's clock is ahead.
 */
export function createHostToken(
  subject: string,
  secret: string,
  lifeS = LIFE_S,
  aheadS = 0,
): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1_000) + aheadS
  const claims = { sub: subject, iat: now, exp: now + lifeS }
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

/** A host page whose visitor is signed in with a token. */
export const signedInPage = (token: string, app = 'default'): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Signed in</title>
<main><h1>Host page</h1></main>
<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="${app}" data-auth="token"></script>
<script>Alcove('identify',{getToken:function(){return '${token}'}})</script>
</html>`
