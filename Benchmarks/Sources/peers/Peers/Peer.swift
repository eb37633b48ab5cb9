import Deals
import Foundation

/// A store of deals that can be measured.
protocol Peer: AnyObject, Sendable {
    /// The kind of store.
    static var kind: PeerKind { get }

    /// Opens the store in a folder, and creates it where there is none.
    ///
    /// - Parameters:
    ///   - folder: The folder, for this store alone.
    ///   - isSynced: Whether each commit has to survive power loss.
    /// - Returns: The store.
    /// - Throws: What the store throws.
    static func open(_ folder: String, isSynced: Bool) async throws -> Self

    /// Commits a batch: new deals are put in, those with a known id take the place of the old ones.
    func commit(_ deals: ArraySlice<Deal>) async throws
    func window(_ window: DealWindow) throws -> [Deal]
    func count() throws -> Int
    func close() async throws
}

/// The kind of store: Lantern's or a peer's.
enum PeerKind: String, CaseIterable, Sendable {
    case lantern
    case grdb

    var store: any Peer.Type {
        switch self {
        case .lantern: LanternPeer.self
        case .grdb: GRDBPeer.self
        }
    }
}

/// Something that went wrong in a run, for people.
struct RunFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Ends the run unless a condition holds: a wrong answer has no figure.
func check(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw RunFailure("wrong answer: \(message())") }
}
