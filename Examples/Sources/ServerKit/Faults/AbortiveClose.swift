import FlyingSocks
import Foundation

/// The option that makes closing a socket throw the connection away: it lingers for no time at all.
///
/// What is still to be sent is dropped, and the other side is sent a RST.
struct AbortiveClose: SocketOption {
    var name: Int32 { SO_LINGER }

    func makeValue(from socketValue: linger) {}

    func makeSocketValue(from value: Void) -> linger {
        linger(l_onoff: 1, l_linger: 0)
    }
}
