-- Exchanges for another size had their kind as their reason, in English; pages name the kind in their own language.
update public.returns set reason = '' where kind = 'size_exchange' and reason = 'Another size';
