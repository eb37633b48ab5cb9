import Core
import Testing

struct StorageFoldersTests {
    /// Each system's conventions with what may be set in them, and the two folders that follow.
    @Test(arguments: [
        (StorageFolders.Convention.xdg, ["HOME": "/home/me"], "/home/me/.local/share/app", "/home/me/.cache/app"),
        (.xdg, ["HOME": "/home/me", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c"], "/d/app", "/c/app"),
        (.xdg, ["HOME": "/home/me", "XDG_DATA_HOME": "/d/"], "/d/app", "/home/me/.cache/app"),
        (.xdg, ["HOME": "/home/me", "XDG_CACHE_HOME": "/c"], "/home/me/.local/share/app", "/c/app"),
        // A relative path is invalid, and to be ignored; an empty one is as one that is not set.
        (
            .xdg, ["HOME": "/home/me", "XDG_DATA_HOME": "d", "XDG_CACHE_HOME": ""], "/home/me/.local/share/app",
            "/home/me/.cache/app"
        ),
        (.xdg, ["HOME": "relative", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c"], "/d/app", "/c/app"),
    ])
    func theFoldersFollowTheEnvironment(
        convention: StorageFolders.Convention, environment: [String: String], data: String, caches: String
    ) {
        let folders = StorageFolders(for: "app", environment: environment, convention: convention)
        #expect(folders == StorageFolders(data: data, caches: caches))
    }

    @Test func anAppleAppHasItsFoldersInItsLibrary() {
        let folders = StorageFolders(
            for: "lantern/reader", environment: ["HOME": "/elsewhere", "XDG_DATA_HOME": "/d"],
            home: "/var/mobile/Containers/1", convention: .apple)
        #expect(folders.data == "/var/mobile/Containers/1/Library/Application Support/lantern/reader")
        #expect(folders.caches == "/var/mobile/Containers/1/Library/Caches/lantern/reader")
    }

    @Test(arguments: StorageFolders.Convention.allCases)
    func cachesAreInAFolderOfTheirOwn(convention: StorageFolders.Convention) {
        let folders = StorageFolders(for: "app", environment: [:], home: "/home/me", convention: convention)
        #expect(folders.data != folders.caches)
        #expect(folders.data.hasPrefix("/home/me/") && folders.data.hasSuffix("/app"))
        #expect(folders.caches.hasPrefix("/home/me/") && folders.caches.hasSuffix("/app"))
    }
}
