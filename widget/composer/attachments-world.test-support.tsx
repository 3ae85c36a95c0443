import { act } from 'react'
import type { FrameConfig } from '../../shared/wire/frame-config.ts'
import { setIdentityAtom, type Identity } from '../world/identity.ts'
import { learnServerFactsAtom } from '../world/server-facts.ts'
import { createNoCloud } from '../api/cloud.ts'
import { createFakeFileCalls } from './attachments/fake-adapter.test-support.ts'
import { NO_CAPABILITIES } from '../conversation/capabilities.ts'
import { mountApp } from '../shell/mount-app.test-support.tsx'

export interface AttachmentsWorldOptions {
  /** Default true. */
  readonly canAttach?: boolean
  /** True if a server takes files. Default true. */
  readonly hasCloud?: boolean
  /** Default: a visitor without a name. */
  readonly mode?: Identity['mode']
  /** Limits of the server. By default it sends none. */
  readonly limits?: FrameConfig['limits']
  readonly fileTypes?: FrameConfig['fileTypes']
  readonly cannotRead?: FrameConfig['cannotRead']
}

/** The whole frame, with uploads that the test controls. */
export async function mountWithFiles(options: AttachmentsWorldOptions = {}) {
  const {
    canAttach = true,
    hasCloud = true,
    mode = 'anonymous',
    limits,
    fileTypes,
    cannotRead,
  } = options
  const calls = createFakeFileCalls()
  // These load after the first paint; here they are loaded already.
  await Promise.all([import('./composer-extras.tsx'), import('./attach-button.tsx')])
  const app = await mountApp(({ store, tell }) => {
    const cloud = hasCloud ? { ...createNoCloud(), files: async () => calls } : createNoCloud()
    store.set(learnServerFactsAtom, { limits, fileTypes, cannotRead })
    store.set(setIdentityAtom, {
      mode,
      cloud,
      auth: null,
      closing: new AbortController(),
    })
    tell({
      type: 'capabilities',
      capabilities: { ...NO_CAPABILITIES, cancel: true, attachments: canAttach },
    })
  })
  await settle()
  const { container } = app

  /** Runs all pending tasks. */
  function settle(): Promise<void> {
    return act(async () => {
      for (let round = 0; round < 4; round += 1) {
        await new Promise((resolve) => void setTimeout(resolve, 0))
      }
    })
  }

  return {
    ...app,
    calls,
    settle,
    input: () => container.querySelector<HTMLInputElement>('input[type=file]'),
    chips: () => [...container.querySelectorAll<HTMLElement>('.tray-chip')],
    names: () =>
      [...container.querySelectorAll('.tray-chip .file-name')].map((node) => node.textContent),
    notes: () => [...container.querySelectorAll('.tray-note')].map((node) => node.textContent),
    async pick(...files: readonly File[]) {
      const input = container.querySelector<HTMLInputElement>('input[type=file]')!
      Object.defineProperty(input, 'files', { value: files, configurable: true })
      await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
      await settle()
    },
    /** Dispatches an event with data: a paste or a drag. Returns whether the default action was prevented. */
    async carry(target: EventTarget, type: string, data: Partial<Carried>): Promise<boolean> {
      const event = new Event(type, { bubbles: true, cancelable: true })
      const carried = createCarried(data)
      Object.assign(event, { clipboardData: carried, dataTransfer: carried, relatedTarget: null })
      await act(async () => target.dispatchEvent(event))
      await settle()
      return event.defaultPrevented
    },
  }
}

export type AttachmentsApp = Awaited<ReturnType<typeof mountWithFiles>>

interface Carried {
  readonly files: readonly File[]
  readonly folders: readonly string[]
  readonly text: string
  readonly html: string
}

function createCarried({ files = [], folders = [], text = '', html = '' }: Partial<Carried>) {
  const asItem = (file: File | null, entry: object) => ({
    kind: 'file',
    getAsFile: () => file,
    webkitGetAsEntry: () => entry,
  })
  const hasFiles = files.length + folders.length > 0
  return {
    files,
    items: [
      ...files.map((file) => asItem(file, { isDirectory: false, name: file.name })),
      ...folders.map((name) => asItem(new File([], name), { isDirectory: true, name })),
    ],
    types: [
      ...(hasFiles ? ['Files'] : []),
      ...(text ? ['text/plain'] : []),
      ...(html ? ['text/html'] : []),
    ],
    dropEffect: 'copy',
    getData: (type: string) => (type === 'text/plain' ? text : type === 'text/html' ? html : ''),
  }
}
