"""The games for other libraries, with a module for each library.

``sf_env.interop.openspiel`` registers them with OpenSpiel; if that is installed, importing
``sf_env.interop`` is enough. The others have a function ``env(**keywords)``, which takes the
keywords of ``san_francisco_v0.env``. Each of them needs its own extra; if it is missing, the error
names it.
"""

from importlib.util import find_spec

if find_spec("pyspiel"):
    from sf_env.interop import openspiel as openspiel
