import { escapeHtml, inkOn } from './message.ts';

/** Look of a sender's messages. */
export interface MailLook {
  /** Color of head and buttons, as `#rrggbb`. */
  color: string;
  /** Color of the foot, as `#rrggbb`. Default: a light gray. */
  footColor?: string | undefined;
  /** CSS font families. Default: the device's own. */
  font?: string | undefined;
  /** Corner radius of the message and its buttons, in pixels. */
  radius?: { card: number; control: number } | undefined;
}

interface MailPage {
  language: string;
  direction: 'ltr' | 'rtl';
  title: string;
  /** HTML with all input escaped. */
  head: string;
  body: string;
  /** Default: none. */
  foot?: string | undefined;
}

/** Width in pixels that fits the preview panes of mail programs. */
const WIDTH = 600;
const DEVICE_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const DEFAULT_RADIUS = { card: 12, control: 8 };
const presentation = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/**
 * The HTML of a message. Mail programs drop attributes of `html` and `body`, so an inner element has language
 * and direction. Outlook supports neither `max-width` nor padding of links, so widths and buttons are tables.
 */
export function mailPage({ language, direction, title, head, body, foot }: MailPage, look: MailLook): string {
  const { color, footColor = '#f9fafb', font = DEVICE_FONT, radius = DEFAULT_RADIUS } = look;
  const side = direction === 'rtl' ? 'right' : 'left';
  const attributes = `lang="${language}" dir="${direction}"`;
  const row = (background: string, ink: string, style: string, html: string) =>
    `<tr><td ${attributes} align="${side}" bgcolor="${background}" style="padding:20px 24px;background:${background};color:${ink};${style}">${html}</td></tr>`;
  return `<!doctype html>
<html ${attributes}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title>
<!--[if mso]><style>table{border-collapse:collapse}td,p,a,span{font-family:Arial,sans-serif !important}</style><![endif]-->
</head>
<body style="margin:0;padding:0;background:#f3f4f6">
<div ${attributes} style="background:#f3f4f6;color:#111827;font-family:${font};font-size:16px;line-height:1.6">
<table ${presentation} ${attributes} width="100%" bgcolor="#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table ${presentation} dir="${direction}" width="${WIDTH}"><tr><td><![endif]-->
<table ${presentation} dir="${direction}" width="100%" style="max-width:${WIDTH}px;border-collapse:separate;border-radius:${radius.card}px;overflow:hidden">
${row(color, inkOn(color), 'font-size:22px;line-height:1.3;font-weight:800', head)}
${row('#ffffff', '#111827', `padding:32px 24px;font-family:${font};font-size:16px;line-height:1.6`, body)}
${foot ? row(footColor, footColor === '#f9fafb' ? '#4b5563' : inkOn(footColor), `padding:16px 24px;font-family:${font};font-size:14px;line-height:1.5`, foot) : ''}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`;
}

/** A link as a button, as HTML that also works in Outlook. */
export function mailButton(address: string, label: string, look: MailLook): string {
  const { color, radius = DEFAULT_RADIUS } = look;
  return `<table ${presentation} style="margin:0 0 28px;border-collapse:separate"><tr><td align="center" bgcolor="${color}" style="border-radius:${radius.control}px;background:${color};mso-padding-alt:14px 28px"><a href="${escapeHtml(address)}" style="display:inline-block;padding:14px 28px;border-radius:${radius.control}px;background:${color};color:${inkOn(color)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}
