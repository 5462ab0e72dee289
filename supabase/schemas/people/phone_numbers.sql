-- Phone numbers, in any notation.

-- Functions

-- Normalizes a phone number: Western digits and a plus sign; no "tel:", separators or invisible marks. Egyptian mobile numbers with
-- a country code in any form begin with +20. app/lib/typed-text.ts does the same (cleanPhone); tests/database/folded-text.test.ts
-- compares the two.
create function private.clean_phone(p_phone text) returns text
language sql immutable as $$
  select regexp_replace(
    regexp_replace(
      regexp_replace(
        translate(
          btrim(regexp_replace(normalize(p_phone, nfkc),
            '[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'), E' \t\r\n'),
          U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
          '01234567890123456789'
        ),
        '^tel:', '', 'i'
      ),
      '[\s().\u2010-\u2015\u2212-]', '', 'g'
    ),
    '^(\+|00)?200?(?=1[0125][0-9]{8}$)', '+20'
  )
$$;

-- Whether this is an Egyptian mobile number, in any notation: 01001234567, +201001234567, 201001234567, +20 (0)100 123 4567.
create function private.is_egyptian_phone(p_phone text) returns boolean
language sql immutable as $$ select coalesce(private.clean_phone(p_phone) ~ '^(\+20|0)1[0125][0-9]{8}$', false) $$;

-- The digits of a phone number without country code and leading zero.
create function private.national_digits(p_phone text) returns text
language sql immutable as $$
  select regexp_replace(regexp_replace(private.clean_phone(p_phone), '[^0-9]', '', 'g'), '^((00)?200?|0)', '')
$$;

-- A phone number for who may not see it in full: its last four digits. What is masked already stays as it is.
create function private.masked_phone(p_phone text) returns text
language sql immutable as $$
  select case
    when p_phone = '' or p_phone like '•%' then p_phone
    else '•••••••' || case when length(private.national_digits(p_phone)) >= 8 then right(private.national_digits(p_phone), 4) else '' end
  end
$$;

-- Grants

grant execute on function private.clean_phone, private.is_egyptian_phone, private.national_digits to anon, authenticated;
-- The constraint of orders' masked addresses calls it.
grant execute on function private.masked_phone to authenticated;
