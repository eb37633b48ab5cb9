import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// Runs each test in a container of its own, in which nothing is registered.
struct DonationContainer: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Dependency.withContainer(DependencyContainer()) { try await function() }
    }
}

extension Trait where Self == DonationContainer {
    static var donationContainer: Self { DonationContainer() }
}

/// An app of the community in the current container, in which Ann is signed in, and Ben takes donations.
struct DonationWorld: Sendable {
    static let ann = AccountKey(site: .community, name: "id-ann")
    static let markerPath = "/v1/posts/users/id-ben"
    static let validation = "/v1/payments/validation"
    static let list = "/v1/payments/me"

    let community: CommunityWorld
    let files: InMemoryFileSystem
    let services: AppServices
    let donations: CommunityDonations
    private let following: Task<Void, Never>

    var server: CommunityServer { community.server }
    var clock: ManualClock { community.server.clock }
    var payments: DefaultPayments { donations.payments }
    var writing: any WritingProvider { Dependency.resolve((any WritingProvider).self) }

    /// Starts an app; after the end of another one with what that has stored.
    init(
        _ behaviour: FakePaymentProvider.Behaviour = .pays, after earlier: DonationWorld? = nil
    ) async throws {
        let community = try earlier?.community.relaunched() ?? CommunityWorld()
        let files = earlier?.files ?? InMemoryFileSystem()
        (self.community, self.files) = (community, files)
        let clock = community.server.clock
        Dependency.register((any FileSystem).self) { files }
        Dependency.register((any TimeProvider).self) { clock }
        var backend = Backend(
            SiteProfile(
                site: .community, publicAddress: URL(string: "https://community.example"), defaultSort: nil)
        ) { _ in
            Page(posts: [], source: "test")
        }
        backend.session = community.sessions
        var configuration = AppServices.Configuration()
        configuration.ownKinds = [AnyIntentKind(CommunityDonations.kind(community.configuration))]
        services = try await AppServices.start(in: "/app", backends: [backend], configuration: configuration) {
            Dependency.register((any NetworkPathProvider).self) { ManualNetworkPathProvider(NetworkPath(.ethernet)) }
            Dependency.register((any RequestProvider).self) { community.requests }
        }
        if earlier == nil {
            community.server.answer(Self.markerPath, body: Self.page(Self.marker))
            try await community.signIn()
        } else {
            try await community.sessions.restore()
        }
        let donations = CommunityDonations(
            community.api, by: FakePaymentProvider(behaviour, remembering: community.notes))
        self.donations = donations
        Dependency.register(CommunityDonations.self) { donations }
        following = Task { await donations.payments.run() }
    }

    func finish() async throws {
        following.cancel()
        try await services.finish()
    }

    /// The bodies of the validations that the server was asked for.
    var validations: [String] {
        server.requests.filter { $0.url.path() == Self.validation }.map {
            String(decoding: $0.body ?? Data(), as: UTF8.self)
        }
    }

    static func body(_ payment: Payment, _ amount: Int) -> String {
        #"{"imp_uid":"imp_\#(payment.id)","post_id":"m1","price":\#(amount),"productName":"ben tea"}"#
    }

    static let marker = post("m1", "CategoryZ_UserDonate", by: "ben")

    static func post(_ id: String, _ category: String, by name: String) -> String {
        #"{"post_id":"\#(id)","product_id":"\#(category)","title":"ben tea","content":"","createdAt":"#
            + #""2023-11-14T00:00:00.000Z","creator":{"user_id":"id-\#(name)","nick":"\#(name)"},"files":[],"likes":[],"#
            + #""hashTags":[],"comments":[]}"#
    }

    static func page(_ posts: String...) -> String {
        #"{"data":[\#(posts.joined(separator: ","))],"next_cursor":"0"}"#
    }

    static func payment(_ id: String, _ merchant: String, _ amount: Int, _ date: String) -> String {
        #"{"payment_id":"\#(id)","buyer_id":"id-ann","post_id":"m1","merchant_uid":"\#(merchant)","#
            + #""productName":"ben tea","price":\#(amount),"paidAt":"\#(date)"}"#
    }

    static func payments(_ payments: String...) -> String { #"{"data":[\#(payments.joined(separator: ","))]}"# }
}
