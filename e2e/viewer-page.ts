import type { CDPSession, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { AlcoveServer } from './alcove-server.ts'
import type { ChatPage } from './chat-page.ts'
import type { HostSite } from './host-site.ts'
import { seedThread } from './seed-thread.ts'
import { visit } from './visitor.ts'

/** An image of this size as data of the message itself. */
export async function drawImage(width: number, height: number, background: string) {
  const image = { width, height, channels: 3, background } as const
  const png = await sharp({ create: image }).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** The viewer as a user perceives it. */
export function createViewerPage({ frame }: ChatPage) {
  const dialog = frame.getByRole('dialog')
  const button = (name: string): Locator => dialog.getByRole('button', { name, exact: true })
  const image = dialog.getByRole('img')
  return {
    dialog,
    image,
    place: dialog.getByRole('status'),
    button,
    named: (name: string): Locator => frame.getByRole('dialog', { name, exact: true }),
    /** The image's scale relative to its fitted size, to two digits. */
    scale: (): Promise<number> =>
      image.evaluate((element: HTMLImageElement) => {
        const { width } = element.getBoundingClientRect()
        return Math.round((width / element.offsetWidth) * 100) / 100
      }),
    /** The position of the image's middle, from the left and the top. */
    async middle(): Promise<{ x: number; y: number }> {
      const box = await image.boundingBox()
      if (box === null) throw new Error('there is no image')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    },
  }
}

interface World {
  readonly page: Page
  readonly alcove: Pick<AlcoveServer, 'port'>
  readonly site: HostSite
}

/** Opens a page of a user whose conversation has four images, one of them without a name. */
export async function visitImages(name: string, world: World): Promise<void> {
  const visitor = await visit(name, world)
  const image = (content: string, filename?: string) => ({
    type: 'image',
    image: content,
    filename,
  })
  await seedThread(`http://localhost:${world.alcove.port}`, visitor.token, [
    'Draw me two',
    [
      image(await drawImage(1600, 1200, 'teal'), 'sea.png'),
      image(await drawImage(300, 200, 'gold'), 'sand.png'),
    ],
    'And two more',
    [image(await drawImage(200, 900, 'navy'), 'night.png'), image(await drawImage(64, 64, 'red'))],
  ])
  await world.page.reload()
}

/** Moves fingers on the screen, each between two positions in ten steps. */
export async function moveFingers(
  page: Page,
  fingers: readonly { from: readonly [number, number]; to: readonly [number, number] }[],
): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const at = (share: number) =>
    fingers.map(({ from, to }, id) => ({
      id,
      x: from[0] + (to[0] - from[0]) * share,
      y: from[1] + (to[1] - from[1]) * share,
    }))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= 10; step += 1) {
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: at(step / 10),
    })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

/** Two taps as quick as a person's: the second does not wait for effects of the first. */
export async function tapTwice(page: Page, x: number, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const tap = () => [
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ]
  await Promise.all([...tap(), ...tap()])
  await session.detach()
}
