/**
 * What an identity provider wants before a tool may go on. Few projects ask one, so these texts come with
 * the card that says them. The rules of `en.ts` hold.
 */
export const interruptEn = {
  'interrupt.announce': '{tool} is waiting for you',
  'interrupt.connectTitle': '{tool} needs a connected account',
  'interrupt.connectHint': 'Connect {connection} in the page that opens, then come back.',
  'interrupt.scopes': 'It asks for: {scopes}',
  'interrupt.noConnectPage':
    'This site has no page to connect {connection}. Connect it in your account settings there, then come back.',
  'interrupt.connect': 'Connect {connection} (opens in a new tab)',
  'interrupt.done': 'I have done this',
  'interrupt.pushTitle': 'Check your phone',
  'interrupt.pushHint': 'Allow the request of {tool} there, then go on.',
  'interrupt.deviceTitle': 'Confirm with this code',
  'interrupt.deviceHint': 'Enter the code on the page below, then come back.',
  'interrupt.deviceLink': '{address} (opens in a new tab)',
  'interrupt.code': 'Code',
  'interrupt.copyCode': 'Copy the code',
  'interrupt.expires': 'Expires in {time}',
  'interrupt.expired': 'The time for it is over. Try again to get a new request.',
  'interrupt.deniedTitle': '{tool} was not allowed',
  'interrupt.denied': 'The request was declined. Nothing was done.',
  'interrupt.noPushTitle': '{tool} could not ask you',
  'interrupt.noPush':
    'Your account has no phone that takes such requests. Set one up there, then try again.',
  'interrupt.expiredTitle': 'The request of {tool} has expired',
  'interrupt.pollingTitle': '{tool} could not be confirmed',
  'interrupt.polling': 'The sign-in service could not be reached. Try again in a moment.',
  'interrupt.grant': 'The sign-in service did not accept the confirmation. Try again.',
} as const
