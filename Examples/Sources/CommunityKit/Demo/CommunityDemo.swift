import CommunityServer
import Core
import Foundation

/// The demonstration's community, in which somebody is signed in from the start.
enum CommunityDemo {
    /// The address of its server, whichever port that has in one run: sign-ins are bound to an address.
    static let address = url("http://127.0.0.1")
    /// The key that its server asks for.
    static let key = Secret(CommunityServer.demoKey)

    /// Starts the server, which goes on from what it was told before.
    ///
    /// - Parameter file: The file that it keeps it in; its folder is made where it is not there, as who only reads makes none.
    /// - Returns: The server.
    /// - Throws: `DataError` where it cannot be kept or no port is free, and why the folder cannot be made.
    static func start(keptIn file: URL) async throws -> CommunityServer {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        do {
            let server = try CommunityServer(keepFile: file)
            try await server.start()
            return server
        } catch let error as CommunityServerError {
            throw DataError(.diskFailure, message: error.description, underlying: error)
        }
    }

    /// The credentials of the person: an access token that is to be renewed with the first request.
    static func person(issuer: String) -> Credentials {
        let person = CommunityServer.DemoPerson.all[0]
        return Credentials(
            issuer: issuer, accessToken: Secret(person.accessToken), issued: Date(timeIntervalSince1970: 0),
            refreshToken: Secret(person.refreshToken), user: SessionUser(id: person.id, name: person.nick))
    }

    private static func url(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("'\(text)' is an address.") }
        return url
    }
}
