
inn:{x}

out:{
  {x}x}
