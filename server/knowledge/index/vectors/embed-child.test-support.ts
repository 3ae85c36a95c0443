// Embeds the pages of project `default` in the folder of its argument, and prints a line for each text that it asks
// the model for; the model takes a while. Killed by its test.
import { setTimeout as delay } from 'node:timers/promises'
import { openStore } from '../../../store/store.ts'
import { embedPages } from './embed-pages.ts'
import { createWorld } from './embedding-world.test-support.ts'
import { scriptEmbedding } from './scripted-embedding.test-support.ts'

if (import.meta.main) {
  const store = await openStore({ dataDir: process.argv[2] ?? '' })
  const { model } = scriptEmbedding({
    modelId: process.argv[3] ?? '',
    async onCall(texts) {
      for (const text of texts) process.stdout.write(`${JSON.stringify(text)}\n`)
      await delay(5)
    },
  })
  const { signal } = new AbortController()
  await embedPages(createWorld(store, model), { projectId: 'default', signal })
  await store.close()
}
