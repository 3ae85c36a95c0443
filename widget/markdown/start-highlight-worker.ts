import type { CodeToken } from './highlight-code.ts'
// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from './highlight-worker.ts?worker&url'
import type { HighlightWorker } from './highlighter.ts'

/** The frame's security policy names it as the only one; see `server/console/frame-pages.ts`. */
const POLICY = 'alcove-worker'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(asked: string): string }
}

let address: string | undefined

/** Where scripts have to be trusted, this one address is, whatever anybody asks for. */
function findAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: () => workerUrl })
  return policy?.createScriptURL('') ?? workerUrl
}

/** @throws where the browser has no workers. */
export function startHighlightWorker(): HighlightWorker {
  address ??= findAddress()
  const worker = new Worker(address, { type: 'module' })
  return {
    highlight: (piece) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<readonly CodeToken[]>) => resolve(data)
        worker.onerror = () => reject(new Error('The worker of the highlighter failed.'))
        worker.postMessage(piece, [])
      }),
    terminate: () => worker.terminate(),
  }
}
