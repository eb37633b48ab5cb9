import Cloud
import CommandKit
import Core
import Database
import DemoServer
import Foundation

/// The demonstration's site, in which somebody is signed in from the start.
enum DemoSite {
    /// The address of its server, whichever port that has in one run: sign-ins are bound to an address.
    static let address = BackendName.demo.base
    /// The client that its server knows.
    static let client = DemoServer.Client.demo.id
    /// The name that its writing requests give.
    static let userAgent = "linux:lantern-reader:0.1.0 (by /u/lantern)"

    /// Starts the server, which goes on from what it was told before.
    ///
    /// - Parameter file: The file that it keeps it in, in a folder that is there.
    /// - Returns: The server.
    /// - Throws: `DataError` where it cannot be kept or no port is free.
    static func start(keptIn file: URL) async throws -> DemoServer {
        do {
            let server = try DemoServer(keepFile: file)
            try await server.start()
            return server
        } catch let error as DemoServerError {
            throw DataError(.diskFailure, message: error.description, underlying: error)
        }
    }

    /// Returns the requests to the server under its lasting address.
    ///
    /// - Parameter server: The address that it has in this run; nil where it does not run.
    /// - Returns: The provider.
    static func requests(to server: URL?) -> any RequestProvider { RelayedRequestProvider(from: address, to: server) }

    /// Returns the address of a page for a browser.
    ///
    /// - Parameters:
    ///   - page: The page, under the lasting address.
    ///   - server: The address of the server in this run.
    /// - Returns: The page where a browser finds it.
    static func page(_ page: URL, at server: URL) -> URL {
        RelayedRequestProvider(from: address, to: server).relayed(page)
    }

    /// Returns the sign-ins, with that of the demonstration's person until they sign out.
    ///
    /// - Parameters:
    ///   - folder: The folder of tokens.
    ///   - choices: The folder of small values.
    ///   - address: The address of the server.
    /// - Returns: The store.
    static func tokens(in folder: String, choices: String, at address: URL) -> any TokenStore {
        DemoTokenStore(
            FileTokenStore(directory: folder), choices: FileStateStore(directory: choices), person: person(at: address))
    }

    // MARK: What was done before somebody was signed in

    private static let isTakenOver = "demo-taken-over"

    private static func choices(_ settings: ReaderSettings) -> String { "\(settings.directory)/accounts" }

    /// Whether a store was written by a version in which nobody was signed in to the demonstration.
    static func isNew(to settings: ReaderSettings) -> Bool {
        guard settings.chain.contains(.demo),
            !FileManager.default.fileExists(atPath: "\(choices(settings))/\(isTakenOver)")
        else { return false }
        // Of a folder that cannot be read the store says so itself.
        let files = try? FileManager.default.contentsOfDirectory(atPath: settings.directory)
        return files?.contains { $0.hasPrefix("journal-") } ?? false
    }

    /// Gives the person what was marked before somebody was signed in, once for each store: nobody else could have.
    @MainActor
    static func takeOver(_ session: Session) async throws {
        let settings = session.settings
        guard settings.chain.contains(.demo), session.store.access == .writing,
            let key = session.accounts?.accounts.value.current?.key
        else { return }
        let choices = FileStateStore(directory: choices(settings))
        guard try await choices.value(isTakenOver) == nil else { return }
        try await Dependency.resolveOrThrow((any AccountDepartureProvider).self).takeOver(for: key)
        try await choices.set(Data("1".utf8), for: isTakenOver)
    }

    /// The credentials of the person: a token that is to be renewed before the first request.
    private static func person(at address: URL) -> Credentials {
        let account = DemoServer.Account.demo
        var issuer = address.absoluteString
        while issuer.hasSuffix("/") { issuer.removeLast() }
        return Credentials(
            issuer: issuer, clientID: client, accessToken: Secret("expired"), issued: Date(timeIntervalSince1970: 0),
            lifetime: 1, refreshToken: DemoServer.Client.demo.refreshToken.map(Secret.init),
            user: SessionUser(id: account.redditID, name: account.name))
    }
}
