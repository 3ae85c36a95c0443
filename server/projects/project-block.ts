/**
 * What the operator pastes into `alcove.config.ts`, below `projects`, for a project that was just made.
 * It is valid as it stands, and lets nobody in until an origin is written.
 */
export function projectBlock(id: string): string {
  const key = /^[a-z_$][\w$]*$/i.test(id) ? id : `'${id}'`
  return `    ${key}: {
      // Origins of the pages that embed the chat, such as 'https://shop.example'.
      hosts: [],
      // auth: { secret: process.env['HOST_SECRET_OF_${constantCase(id)}'] ?? '' },
      // assistants: { default: { system: 'Be brief.' } },
    },
`
}

const constantCase = (id: string): string => id.toUpperCase().replaceAll('-', '_')
