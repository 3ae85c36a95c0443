import { afterEach, expect, test } from 'vitest'
import { question } from '../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../shell/mount-app.test-support.tsx'

let app: MountedApp

afterEach(() => app.page.unmount())

test('shows the files of a user’s message, of both forms, and none where there are none', async () => {
  const attachment = {
    id: 'f1',
    type: 'file',
    name: 'invoice.pdf',
    contentType: 'application/pdf',
    url: 'https://chat.example/f1',
    size: 10,
  } as const
  const first = question('q1', 'Look')
  const part = { type: 'file', mimeType: 'text/csv', data: 'x', filename: 'old.csv' } as const
  const sound = { type: 'audio', audio: { data: 'x', format: 'wav' } } as const
  app = await mountApp((chat) =>
    chat.show([
      { ...first, attachments: [attachment], content: [...first.content, part, sound] },
      question('q2', 'Nothing'),
    ]),
  )
  const message = (id: string) => app.container.querySelector(`[data-message-id=${id}]`)!

  expect(message('q1').querySelectorAll('li')).toHaveLength(3)
  expect(message('q1').textContent).toContain('invoice')
  expect(message('q1').textContent).toContain('old.csv')
  expect([...message('q1').querySelectorAll('li')].at(-1)?.textContent).toBe('Attachment')
  expect(message('q2').querySelectorAll('li')).toHaveLength(0)
})
