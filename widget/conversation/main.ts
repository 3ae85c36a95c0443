// The engine as one file of its own: the first paint, and a composer to type into, do without it.
export { chooseTransport } from './choose-transport.ts'
export { createConversation } from './conversation.ts'
