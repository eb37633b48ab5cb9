import ArgumentParser
import Cloud
import CommandKit
import Community
import ConsoleKit
package import Core
import Database
import Foundation
import Lantern

/// The parts by which the community's server is read and written to.
struct CommunityServices: Sendable {
    let configuration: CommunityConfiguration
    let sessions: SiteSessions
    /// The calls, with the credentials of whoever is signed in.
    let api: CommunityAPI
    let accounts: CommunityAccounts
    /// The backend, as the app is wired around it.
    let backend: Backend

    /// Makes the parts; no request is made.
    ///
    /// - Parameters:
    ///   - settings: The values of the command line.
    ///   - server: The address of the demonstration's server in this run; nil where it does not run.
    ///   - isUsed: Whether anything will be asked; a server that is not asked needs no key.
    /// - Throws: `ValidationError` for a base URL or a key that is refused, or missing.
    init(_ settings: CommunitySettings, server: URL?, isUsed: Bool) throws {
        let isDemo = settings.base == nil
        var requests: any RequestProvider = .registered
        if isDemo { requests = RelayedRequestProvider(from: CommunityDemo.address, to: server) }
        guard isDemo || settings.key != nil || !isUsed else {
            throw ValidationError(
                "--base-url needs LANTERN_COMMUNITY_KEY, the key that the server's owner has given. Or use --offline.")
        }
        do {
            // Where nothing is asked, the key goes nowhere.
            let key = isDemo ? CommunityDemo.key : settings.key ?? Secret("unused")
            configuration = try CommunityConfiguration(base: settings.base ?? CommunityDemo.address, key: key)
        } catch {
            throw ValidationError(error.message)
        }
        let notes = FileStateStore(directory: settings.noteFolder)
        let files = FileTokenStore(directory: settings.tokenFolder)
        let scheme = CommunityScheme(configuration)
        let tokens: any TokenStore =
            isDemo
            ? DemoTokenStore(files, choices: notes, person: CommunityDemo.person(issuer: scheme.issuer)) : files
        sessions = try SiteSessions(scheme, tokens: tokens, choices: notes, requests: requests)
        let signed = AuthorizingRequestProvider(sessions: sessions, requests: requests)
        api = CommunityAPI(configuration, by: signed)
        accounts = CommunityAccounts(api: api, sessions: sessions, notes: notes)
        var backend = Backend(
            SiteProfile(site: .community, name: "Community", feeds: [], defaultSort: nil), name: "community",
            links: configuration.address)
        backend.session = sessions
        self.backend = backend
    }

    /// Wires the app around the parts: Lantern's one call, with requests that keep to the command's time.
    ///
    /// - Parameters:
    ///   - store: The database.
    ///   - settings: The values of the command line.
    ///   - isUsed: Whether the command may use the network.
    /// - Returns: The services, to be finished at the end.
    /// - Throws: The reason why the settings in the store cannot be read.
    func start(_ store: JSONStore, _ settings: CommunitySettings, isUsed: Bool) throws -> AppServices {
        var wiring = AppServices.Configuration(
            userAgent: settings.userAgent, timeout: settings.timeout, isOffline: !isUsed,
            languages: CommunityLanguages.codes)
        // A command does what it was asked for, and ends.
        wiring.keepsMediaCurrent = false
        wiring.sendsWrites = settings.sendsWrites
        wiring.sendsUnasked = false
        wiring.ownKinds = Dependency.resolve(CommunityKinds.self, default: CommunityKinds()).all
        return try AppServices.start(store, in: settings.directory, backends: [backend], configuration: wiring) {
            RequestLimits.register(settings.timeout, eachRequest: settings.limitsEachRequest)
            if configuration.root.isLoopback { RequestLimits.registerLoopback() }
            let accounts = accounts
            Dependency.register(CommunityAccounts.self) { accounts }
        }
    }
}

/// The kinds of intents that the program sends, unless others are registered.
package struct CommunityKinds: Sendable {
    /// The kinds.
    package var all: [AnyIntentKind]

    /// Kinds; none by default, as no command of the program writes by the outbox yet.
    package init(_ all: [AnyIntentKind] = []) {
        self.all = all
    }
}
