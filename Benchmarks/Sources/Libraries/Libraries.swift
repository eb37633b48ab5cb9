// Nothing of its own: building this target builds the libraries.
import Community
import Lantern
import Mocks
