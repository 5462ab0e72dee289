import { expect, it } from 'vitest';
import { optsOut } from './opt-out-words.ts';

it.each([
  ...['STOP', 'stop.', 'STOP!', 'Stop. Thank you', 'Stop promotions', 'stop\u200f', '\u200fSTOP', 'Ｓｔｏｐ'],
  ...['REVOKE', 'OPTOUT', 'opt out', 'Opt-out', 'Unsubscribe', 'cancel', 'End.'],
  ...[
    'إيقاف',
    'إيقاف.',
    'إيقـاف',
    'إِيقاف',
    'ايقاف',
    'وقف',
    'وقف الرسائل',
    'إلغاء',
    'إلغاء الاشتراك',
    'الغاء الاشتراك',
    'ﺇﻳﻘﺎﻑ',
    'اِلغاء الاشتراڪ',
  ],
])('“%s” stops messages', (text) => {
  expect(optsOut(text)).toBe(true);
});

it.each(['START', 'start.', 'اشتراك', 'unstop'])('“%s” asks for messages again', (text) => {
  expect(optsOut(text)).toBe(false);
});

it.each(['', '…', 'Cancel my order', 'إلغاء الطلب', 'When does it stop raining there?', 'end of the street'])(
  '“%s” is for people to read',
  (text) => {
    expect(optsOut(text)).toBeUndefined();
  },
);
