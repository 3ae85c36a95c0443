import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { BASE, createFilesWorld, ownerNamed } from '../testing/create-files-world.ts'

const ada = ownerNamed('ada')

test.each(['disk', 's3'] as const)(
  'tells of a file that was taken, and that its store lacks, at each use: %s',
  async (objects) => {
    const { files, upload, get, folder, s3, lost, close } = await createFilesWorld({ objects })
    onTestFinished(close)
    const { key } = await upload(ada, new TextEncoder().encode('kept'))
    const { signedUrl } = await files.presignRead(BASE, (await files.find(ada, key))!)
    const row = (await files.find(ada, key))!
    await files.read(row)
    expect((await get(signedUrl)).status).toBe(200)
    expect(lost).toEqual([])

    await (s3 ? files.removeObjects([key]) : rm(folder, { recursive: true }))

    await expect(files.read(row)).rejects.toMatchObject({ code: 'not_found' })
    expect((await get(signedUrl)).status).toBe(404)
    // Readers of a bucket do not pass this server.
    expect(lost).toEqual(s3 ? [key] : [key, key])
  },
)

test('tells nothing of an upload that never came', async () => {
  const { files, lost, close } = await createFilesWorld()
  onTestFinished(close)
  const { key } = await files.requestUpload(ada, BASE, { filename: 'a.txt' })

  await expect(files.read((await files.find(ada, key))!)).rejects.toMatchObject({
    code: 'not_found',
  })

  expect(lost).toEqual([])
})
