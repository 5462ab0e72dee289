/**
 * Headings of WooCommerce's product export in English and the other languages it exports: Arabic, French,
 * German, Spanish, Italian and Turkish. %d is the number of an attribute, %s a unit.
 */
const translations: Readonly<Record<string, readonly string[]>> = {
  ID: ['المعرف', 'Kimlik'],
  Type: ['النوع', 'Typ', 'Tipo', 'Tür'],
  SKU: ['رمز المنتج (SKU)', 'رمز المنتج', 'UGS', 'Artikelnummer', 'COD', 'Stok kodu (SKU)', 'Stok kodu'],
  'GTIN, UPC, EAN, or ISBN': [
    ...['GTIN، أو UPC، أو EAN، أو ISBN', 'GTIN, UPC, EAN ou ISBN', 'GTIN, UPC, EAN oder ISBN'],
    ...['GTIN, UPC, EAN o ISBN', 'GTIN, UPC, EAN veya ISBN'],
  ],
  Name: ['الاسم', 'Nom', 'Nombre', 'Nome', 'İsim'],
  Published: ['تم النشر', 'منشور', 'Publié', 'Veröffentlicht', 'Publicado', 'Pubblicato', 'Yayımlanmış'],
  'Is featured?': [
    ...[
      'هل هي مميزة؟',
      'مميز؟',
      'Mis en avant ?',
      'Ist hervorgehoben?',
      '¿Está destacado?',
      'In primo piano?',
    ],
    ...['È in evidenza?', 'Öne çıkan?'],
  ],
  'Visibility in catalog': [
    ...['إمكانية العرض في الكاتلوج', 'Visibilité dans le catalogue', 'Sichtbarkeit im Katalog'],
    ...['Visibilidad en el catálogo', 'Visibilità nel catalogo', 'Katalogda görünürlük'],
  ],
  'Short description': [
    ...['وصف قصير', 'Description courte', 'Kurzbeschreibung', 'Descripción corta', 'Breve descrizione'],
    'Kısa açıklama',
  ],
  Description: ['الوصف', 'Beschreibung', 'Descripción', 'Descrizione', 'Açıklama'],
  'Date sale price starts': [
    ...['تاريخ بدء سعر التخفيض', 'Date de début de promo', 'Datum, an dem Angebotspreis beginnt'],
    ...['Día en que empieza el precio rebajado', 'Data di partenza del prezzo in saldo'],
    'İndirimli fiyatın başladığı tarih',
  ],
  'Tax status': [
    ...['حالة الضريبة', 'État de la TVA', 'Steuerstatus', 'Estado del impuesto', 'Stato delle imposte'],
    'Vergi durumu',
  ],
  'In stock?': ['متوفر؟', 'En stock ?', 'Vorrätig?', '¿Existencias?', 'In stock?', 'Stokta?'],
  Stock: ['المخزون', 'Lager', 'Lagerbestand', 'Inventario', 'Magazzino', 'Stok'],
  'Backorders allowed?': [
    ...['الطلبات المسبقة مسموحة؟', 'Autoriser les commandes de produits en rupture ?'],
    ...[
      'Lieferrückstande erlaubt?',
      'Lieferrückstände erlaubt?',
      '¿Permitir reservas de productos agotados?',
    ],
    ...['Abilita gli ordini arretrati?', 'Yok satmaya izin?'],
  ],
  'Sold individually?': [
    ...[
      'تباع بشكل فردي؟',
      'Vendre individuellement ?',
      'Nur einzeln verkaufen?',
      '¿Vendido individualmente?',
    ],
    ...['Venduto singolarmente?', 'Ayrı ayrı mı satılıyor?'],
  ],
  'Weight (%s)': ['الوزن (%s)', 'Poids (%s)', 'Gewicht (%s)', 'Peso (%s)', 'Ağırlık (%s)'],
  'Sale price': [
    ...['سعر التخفيض', 'Tarif promo', 'Angebotspreis', 'Precio rebajado', 'Prezzo in offerta'],
    'İndirimli satış fiyatı',
  ],
  'Regular price': [
    ...['السعر الافتراضي', 'السعر العادي', 'Tarif régulier', 'Regulärer Preis', 'Precio normal'],
    ...['Prezzo di listino', 'Normal fiyat'],
  ],
  Categories: ['التصنيفات', 'الأقسام', 'Catégories', 'Kategorien', 'Categorías', 'Categorie', 'Kategoriler'],
  Tags: ['الوسوم', 'وسوم', 'Étiquettes', 'Schlagwörter', 'Etiquetas', 'Tag', 'Etiketler'],
  Images: ['الصور', 'صور', 'Bilder', 'Imágenes', 'Immagine', 'Immagini', 'Görseller'],
  Parent: ['الأب', 'Übergeordnetes Produkt', 'Superior', 'Genitore', 'Ebeveyn'],
  Position: ['الموضع', 'Posición', 'Posizione', 'Konum'],
  Brands: ['العلامات التجارية', 'Marques', 'Marken', 'Marcas', 'Brand', 'Marchi', 'Markalar'],
  'Attribute %d name': [
    ...['اسم السمة %d', 'Nom de l’attribut %d', 'Attribut %d Name', 'Nombre del atributo %d'],
    ...['Attributo %d nome', 'Nome dell’attributo %d', 'Nitelik %d ismi'],
  ],
  'Attribute %d value(s)': [
    ...['قيمة/قيم السمة %d', 'قيم السمة %d', 'Valeur(s) de l’attribut %d', 'Attribut %d Wert(e)'],
    ...[
      'Valor(es) del atributo %d',
      'Attributo %d valuta(e)',
      'Attributo %d valore(i)',
      'Nitelik %d değer(ler)i',
    ],
  ],
  'Attribute %d visible': [
    ...['عرض السمة %d', 'Attribut %d visible', 'Attribut %d Sichtbar', 'Atributo visible %d'],
    ...['Attributo %d visibile', 'Nitelik %d görünür'],
  ],
  'Attribute %d global': [
    ...['سمة عالمية %d', 'Attribut %d global', 'Attribut %d Global', 'Atributo global %d'],
    ...['Attributo %d globale', 'Nitelik %d genel'],
  ],
  'Attribute %d default': [
    ...['سمة افتراضية %d', 'Attribut %d par défaut', 'Attribut %d Standard', 'Atributo por defecto %d'],
    ...['Attributo %d predefinito', 'Nitelik %d varsayılan'],
  ],
};

/** Folds a heading: removes accents, vowel signs and typographic quotes, which differ between versions. */
function folded(heading: string): string {
  return heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('’', "'")
    .replace(/[\s_-]+/g, '_')
    .replace(/_\?$/, '?');
}

const plain = new Map<string, string>();
const numbered: { before: string; after: string; english: string }[] = [];
for (const [english, others] of Object.entries(translations)) {
  const canonical = folded(english);
  for (const heading of [english, ...others].map(folded)) {
    const [before = '', after] = heading.split(/%[ds]/);
    if (after === undefined) plain.set(heading, canonical);
    else numbered.push({ before, after, english: canonical });
  }
}

/** Returns the English form of a normalized heading in any of the languages; others stay unchanged. */
export function englishHeading(heading: string): string {
  const text = folded(heading);
  const known = plain.get(text);
  if (known) return known;
  for (const { before, after, english } of numbered) {
    if (!text.startsWith(before) || !text.endsWith(after)) continue;
    const between = text.slice(before.length, text.length - after.length);
    if (/^\w{1,3}$/.test(between)) return english.replace(/%[ds]/, between);
  }
  return heading;
}
