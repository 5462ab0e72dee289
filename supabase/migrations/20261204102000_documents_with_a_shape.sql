-- Documents that a store stored before their constraints existed.

-- Remarks without values that are null.
update public.order_events set remark = jsonb_strip_nulls(remark)
where jsonb_path_exists(remark, 'strict $.* ? (@.type() == "null")');

-- Addresses of edits as an order has them: each part a text.
update public.order_edits set changes = changes || jsonb_build_object('address', (
  select jsonb_object_agg(part.name, coalesce(part.text, '')) from jsonb_each_text(changes -> 'address') part (name, text)
))
where jsonb_path_exists(changes, '$.address.* ? (@.type() != "string")');

-- Descriptions of payment options that are no texts.
update public.settings set payment = jsonb_set(payment, '{options}', (
  select jsonb_agg(case
    when jsonb_path_exists(listed.option, '$.details.* ? (@.type() != "string")') then listed.option - 'details' else listed.option
  end order by listed.place)
  from jsonb_array_elements(payment -> 'options') with ordinality listed (option, place)
))
where jsonb_path_exists(payment, '$.options[*].details.* ? (@.type() != "string")');

-- Addresses without parts that are null, which the erasing of personal data left.
update public.orders set address = jsonb_strip_nulls(address)
where jsonb_path_exists(address, 'strict $.* ? (@.type() == "null")');
