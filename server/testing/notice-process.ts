import { createGuardedTell } from '../files/fetch/guarded-tell.ts'
import { createNoticeSender } from '../notices/create-sender.ts'
import { createHookSecrets } from '../notices/hook-secrets.ts'
import { openStore } from '../store/store.ts'

/** Deliveries by a process. */
export interface NoticeOrder {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** Base64 of the key that sealed the secrets. */
  readonly key: string
}

/** Makes the attempts that are due, for a process that tests kill. */
export async function sendNoticesInProcess({ key, ...place }: NoticeOrder): Promise<void> {
  const store = await openStore({ ...place, isTool: true })
  const sender = createNoticeSender({
    store,
    tell: createGuardedTell({ allowsLoopback: true }),
    secrets: createHookSecrets(Buffer.from(key, 'base64')),
    addressOf: () => undefined,
    readReport: () => Promise.resolve({}),
    onError(error) {
      throw error
    },
  })
  await sender.sendDue()
  await store.close()
}
