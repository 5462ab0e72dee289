/** Words of the live chat. */
export const chatWords = {
  open: 'Chat with us',
  openUnread: 'Chat with us, {count, plural, one {# new message} other {# new messages}}',
  title: 'Live chat',
  close: 'Close chat',
  lead: 'Ask us anything. We answer here while we are at work, and what we write waits for you.',
  guestTitle: 'Sign in to chat',
  guestWhy:
    'Live chat is for signed-in customers only: that way nobody but you and our staff can read it, on whichever device you come back.',
  signIn: 'Sign In',
  contact: 'Write to us instead',
  loading: 'Loading the chat',
  failed: 'The chat could not be loaded.',
  retry: 'Try again',
  log: 'Messages',
  you: 'You',
  store: '{store} staff',
  message: 'Your message',
  send: 'Send',
  sendFailed: 'Your message was not sent. Check your connection and try again.',
} as const;
