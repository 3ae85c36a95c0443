// What `npm start` serves its demo shop with while there is no alcove.config.ts in the folder and
// ALCOVE_CONFIG names none. It is no default of the server: `node server/main.ts` knows nothing of it.
import { defineConfig } from '../../server/projects/define-config.ts'
import { createShopTools } from './shop-tools.ts'

const origin = process.env['ALCOVE_DEMO_ORIGIN'] ?? 'http://localhost:8788'

export default defineConfig({
  projects: {
    default: {
      assistants: {
        default: { tools: createShopTools({ origin, now: () => Date.now() }) },
      },
    },
  },
})
