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
struct CommunityWiring: Sendable {
    /// The parts of the library, wired around the server's configuration.
    private var community: CommunityServices
    /// The folder of small values, in which the payments' provider remembers what was paid.
    private let notes: FileStateStore
    /// The requests, by which a command that follows a room gives the store to others while it waits.
    let yielding: YieldingRequestProvider

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
        yielding = YieldingRequestProvider(requests)
        guard isDemo || settings.key != nil || !isUsed else {
            throw ValidationError(
                "--base-url needs LANTERN_COMMUNITY_KEY, the key that the server's owner has given. Or use --offline.")
        }
        notes = FileStateStore(directory: settings.noteFolder)
        do {
            // Where nothing is asked, the key goes nowhere.
            let key = isDemo ? CommunityDemo.key : settings.key ?? Secret("unused")
            let configuration = try CommunityConfiguration(base: settings.base ?? CommunityDemo.address, key: key)
            let files = FileTokenStore(directory: settings.tokenFolder)
            let issuer = CommunityScheme(configuration).issuer
            let tokens: any TokenStore =
                isDemo ? DemoTokenStore(files, choices: notes, person: CommunityDemo.person(issuer: issuer)) : files
            community = try CommunityServices(configuration, tokens: tokens, notes: notes, requests: yielding)
            community.isOffline = !isUsed
            // Commands say for each donation what the provider does.
            if settings.isInteractive {
                community.paymentProvider = FakePaymentProvider(.pays, remembering: notes)
            }
            community.pictureCodec = settings.programPath.flatMap(ToolPictureCodec.init(searching:))
            if isUsed, let root = server ?? settings.base {
                let socket = SocketClient.Configuration(url: root)
                community.liveMessages = CommunityLiveMessages(
                    try SocketClient(socket, transport: URLSessionTransport()))
            }
        } catch {
            throw ValidationError(error.message)
        }
    }

    var configuration: CommunityConfiguration { community.configuration }
    var sessions: SiteSessions { community.sessions }
    /// The calls, with the credentials of whoever is signed in.
    var api: CommunityAPI { community.api }
    var accounts: CommunityAccounts { community.accounts }
    var peopleKinds: PeopleKinds { community.peopleKinds }
    var publishing: CommunityPublishing { community.publishing }
    var sending: MessageSending { community.sending }
    /// The live events of rooms; nil where nothing is asked.
    var live: (any LiveMessageProvider)? { community.liveMessages }

    /// Giving, by a provider that takes no money.
    ///
    /// - Parameter behaviour: What the provider does.
    /// - Returns: The donations of the store that is open.
    func donations(by behaviour: FakePaymentProvider.Behaviour) -> CommunityDonations {
        CommunityDonations(api, by: FakePaymentProvider(behaviour, remembering: notes))
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
        wiring.sendsUnasked = settings.isInteractive
        wiring = community.extending(wiring)
        wiring.ownKinds += Dependency.resolve(CommunityKinds.self, default: CommunityKinds()).all
        return try AppServices.start(
            store, in: settings.directory, backends: [community.backend], configuration: wiring
        ) {
            RequestLimits.register(settings.timeout, eachRequest: settings.limitsEachRequest)
            if configuration.root.isLoopback { RequestLimits.registerLoopback() }
            community.register()
        }
    }
}

/// Kinds of intents beside those of the community.
package struct CommunityKinds: Sendable {
    /// The kinds.
    package var all: [AnyIntentKind]

    /// Kinds; none by default.
    package init(_ all: [AnyIntentKind] = []) {
        self.all = all
    }
}
