import { expect, it } from 'vitest';
import { htmlText, plainText } from './html-text.ts';

it.each([
  [
    '<p>Heavy <strong>cotton</strong>,<br>cut loose.</p>\n<p>Printed in Cairo&nbsp;&amp; Giza</p>',
    'Heavy cotton,\ncut loose.\nPrinted in Cairo & Giza',
  ],
  ['<ul>\n <li>One</li>\n <li><p>Two</p></li>\n</ul>Three', '• One\n• Two\nThree'],
  ['<style>p{color:red}</style><script>alert("<p>")</script><div>Seen</div><!-- not seen -->', 'Seen'],
  ['Plain text\n\nwith lines & signs < 3', 'Plain text\nwith lines & signs < 3'],
  ['<table><tr><th>Size</th><td>M</td></tr><tr><th>Fit</th><td>Loose</td></tr></table>', 'Size M\nFit Loose'],
  ['<p>Not closed <b>at all', 'Not closed at all'],
  ['&#1602;&#x637;&#1606;', 'قطن'],
  ['', ''],
])('%j becomes its text', (html, text) => {
  expect(htmlText(html)).toBe(text);
});

it.each([
  ['Salt &amp; Pepper', 'Salt & Pepper'],
  ['Rock &#038; Roll &#8211; it&#8217;s', 'Rock & Roll – it’s'],
  ['<b>Bold</b><br>tee', 'Bold tee'],
  ['A < B & 3 <5', 'A < B & 3 <5'],
  ['I <3 you', 'I <3 you'],
  [' kept as it is ', ' kept as it is '],
])('the cell %j of another system becomes the text %j', (cell, text) => {
  expect(plainText(cell)).toBe(text);
});
