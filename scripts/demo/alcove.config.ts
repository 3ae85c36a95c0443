// Configuration of the demo shop for `npm start`, used if there is no alcove.config.ts in the folder and
// ALCOVE_CONFIG names none. The server itself does not read it by default.
import { defineConfig, imageFile } from '../../server/projects/define-config.ts'
import { fileURLToPath } from 'node:url'
import { createShopTools } from './shop-tools.ts'

const origin = process.env['ALCOVE_DEMO_ORIGIN'] ?? 'http://localhost:8788'

export default defineConfig({
  projects: {
    default: {
      assistants: {
        default: { tools: createShopTools({ origin, now: () => Date.now() }) },
      },
      // The shop's own pages, from which the chat answers.
      knowledge: [
        {
          folder: fileURLToPath(new URL('../../public', import.meta.url)),
          base: origin,
          include: ['index.html', 'help/*.html'],
        },
      ],
      // The shop's own looks and texts. From the first start on, owners change them in the desk.
      firstVersion: {
        look: {
          theme: { accent: '#3d5a3a' },
          name: 'Tarn',
          logo: imageFile(new URL('./logo.png', import.meta.url)),
          launcher: { label: 'Ask Tarn' },
          startScreen: {
            greeting: 'What takes you outdoors?',
            hint: 'Ask about goods, orders and repairs.',
            prompts: [
              'Where is my order 1042?',
              { label: 'Something warm for the night', prompt: 'Show me the wool blanket' },
              'Put two mugs into my basket',
              { label: 'What can you do?', prompt: 'What can you do?' },
            ],
          },
          composer: { placeholder: 'Ask Tarn anything' },
        },
      },
    },
  },
})
