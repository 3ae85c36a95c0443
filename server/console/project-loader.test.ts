import { afterEach, expect, test } from 'vitest'
import type { ProjectBlock } from '../projects/project-schema.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

let world: TestApp | undefined
afterEach(() => world?.close())

/** The loader's file of a project, as a page loads it. */
async function loadOf(block: ProjectBlock, path = '/p/shop/alcove.js') {
  world = await createTestApp({ config: { projects: { shop: block } } })
  await world.store.projects.create({ id: 'shop', name: 'Shop' })
  return world.request(path)
}

const HOSTS = { hosts: ['https://shop.example'] }

test('a project’s file has what it says of its launcher, in front of what the tag says', async () => {
  const response = await loadOf({
    ...HOSTS,
    look: {
      theme: { accent: '#7c3aed', radius: 'pill' },
      name: 'Pip',
      launcher: { label: 'Ask </script> Pip', icon: 'M4 7h16', position: 'top-start' },
    },
  })

  const text = await response.text()
  expect(text).toContain(
    `({accent:["#7c3aed",/a/],radius:["pill"],launcherLabel:["Ask \\u003c/script> Pip"],launcherIcon:["M4 7h16"],position:["top-start"]})`,
  )
  // Whoever puts the file into a page as it is, is not cut off by it.
  expect(text).not.toContain('</script>')
  expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('what looks like a replacement is text', async () => {
  const text = await (
    await loadOf({ ...HOSTS, look: { launcher: { label: "Ask $& $1 $'" } } })
  ).text()

  expect(text).toContain(`launcherLabel:["Ask $& $1 $'"]`)
})

test('a project that says nothing, or that nobody may embed, has the bare file', async () => {
  const bare = await (await loadOf({ look: { launcher: { label: 'Ask Pip' } } })).text()
  const unknown = await (await world!.request('/p/other/alcove.js')).text()
  const plain = await (await world!.request('/alcove.js')).text()
  expect(bare).toBe(plain)
  expect(unknown).toBe(plain)
  await world!.close()

  expect(await (await loadOf(HOSTS)).text()).toBe(plain)
})

test('its second file, and its frame by another name, are there', async () => {
  const panel = await loadOf(HOSTS, '/p/shop/alcove-panel.js')
  expect(await panel.text()).toBe(await (await world!.request('/alcove-panel.js')).text())

  const frame = await world!.request('/p/shop/p/shop/frame')
  expect(frame.status).toBe(302)
  expect(frame.headers.get('location')).toBe('/p/shop/frame')
  const hostile = await world!.request('/p/shop/p/%0d%0aX-Evil:%201%2f%2fevil.example/frame')
  expect(hostile.headers.get('location')).toBe('/p/%0D%0AX-Evil%3A%201%2F%2Fevil.example/frame')
  expect(hostile.headers.get('x-evil')).toBeNull()
})
