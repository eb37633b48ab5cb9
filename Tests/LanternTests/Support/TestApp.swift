import Core
import Lantern
import Mocks

/// An app in the current container, with a clock that stands still, a disk in memory and no network.
struct TestApp: Sendable {
    let folder: String
    let clock = ManualClock()
    /// The disk of an app that lies in no real directory.
    let files = InMemoryFileSystem()
    /// Takes the place of the requests, unless a test wants those that are wired; without a script every one fails.
    let requests = MockRequestProvider()

    init(in directory: TemporaryDirectory? = nil) {
        folder = directory.map { "\($0.path)/app" } ?? "/app"
        let (files, clock) = (files, clock)
        let disk: any FileSystem = directory == nil ? files : LocalFileSystem()
        Dependency.register((any FileSystem).self) { disk }
        Dependency.register((any TimeProvider).self) { clock }
    }

    func start(
        _ backends: [Backend], configuration: AppServices.Configuration = AppServices.Configuration(),
        keepsRequests: Bool = false, replacing: @escaping @Sendable () throws -> Void = {}
    ) async throws -> AppServices {
        let requests = requests
        return try await AppServices.start(in: folder, backends: backends, configuration: configuration) {
            // The system's own would look at this machine.
            Dependency.register((any NetworkPathProvider).self) { ManualNetworkPathProvider(NetworkPath(.ethernet)) }
            if !keepsRequests { Dependency.register((any RequestProvider).self) { requests } }
            try replacing()
        }
    }
}
