-- Pages say how many of a product are left once there are five or fewer: then each sale changes what they say.
drop trigger products_stock_announced on public.products;
create trigger products_stock_announced after update of stock on public.products
  for each row when (old.stock <> new.stock and least(old.stock, new.stock) <= 5)
  execute function private.announce_stock();
